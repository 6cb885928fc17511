; What only TypeScript's grammars have.

(abstract_class_declaration) @definition
(interface_declaration) @definition
(enum_declaration) @definition
(type_alias_declaration value: (object_type)) @definition
(interface_body (method_signature) @definition)
(type_alias_declaration value: (object_type (method_signature) @definition))
(class_body (abstract_method_signature) @definition)

(type_alias_declaration) @binding
(interface_body (property_signature) @binding)
(type_alias_declaration value: (object_type (property_signature) @binding))
(enum_body) @binding
(public_field_definition) @binding

(formal_parameters (required_parameter [(accessibility_modifier) "readonly" "override"])) @binding
(formal_parameters (optional_parameter [(accessibility_modifier) "readonly" "override"])) @binding
(formal_parameters (required_parameter pattern: [(object_pattern) (array_pattern) (rest_pattern)])) @binding
(formal_parameters (optional_parameter pattern: [(object_pattern) (array_pattern)])) @binding

(import_alias) @import

(call_expression function: (non_null_expression [
  (identifier) @callee
  (member_expression property: (_) @callee)
])) @call
