; What a Java file declares and calls. Whole nodes are captured; the modules beside this file read them.

(class_declaration) @definition
(interface_declaration) @definition
(enum_declaration) @definition
(record_declaration) @definition
(annotation_type_declaration) @definition
(object_creation_expression (class_body) @definition)
(enum_constant (class_body) @definition)
(method_declaration) @definition
(constructor_declaration) @definition
(annotation_type_element_declaration) @definition
(lambda_expression) @definition

(field_declaration) @binding
(constant_declaration) @binding
(local_variable_declaration) @binding
(enum_constant) @binding
(record_declaration parameters: (formal_parameters) @definition @binding)
(class_declaration (modifiers [(annotation) (marker_annotation)]) body: (class_body . "{" @definition @binding))
(enhanced_for_statement) @binding
(resource name: (_)) @binding
(catch_formal_parameter) @binding
(instanceof_expression name: (_)) @binding
(type_pattern) @binding
(explicit_constructor_invocation) @binding
(assignment_expression) @assignment
(expression_statement (method_invocation name: (_) @_adds (#eq? @_adds "append")) @assignment)

(package_declaration) @import
(import_declaration) @import

(return_statement (_)) @return

(if_statement consequence: (_) @conditional)
(if_statement alternative: (_) @conditional)
(for_statement body: (_) @conditional)
(for_statement body: (_) @body) @loop
(enhanced_for_statement body: (_) @conditional)
(enhanced_for_statement body: (_) @body) @loop
(while_statement body: (_) @conditional)
(while_statement body: (_) @body) @loop
(do_statement body: (_) @conditional)
(switch_block_statement_group) @conditional
(switch_rule) @conditional
(catch_clause body: (_) @conditional)

(if_statement consequence: (_) @arm) @branching
(if_statement alternative: (_) @arm @otherwise) @branching
(switch_expression body: (switch_block [
  (switch_block_statement_group . (switch_label (_)))
  (switch_rule . (switch_label (_)))
] @arm)) @branching
(switch_expression body: (switch_block [
  (switch_block_statement_group . (switch_label . "default"))
  (switch_rule . (switch_label . "default"))
] @arm @otherwise)) @branching
(if_statement consequence: (block) @left (#ends? @left "return_statement" "throw_statement"))
(if_statement consequence: [(return_statement) (throw_statement)] @left)
(if_statement alternative: (block) @left (#ends? @left "return_statement" "throw_statement"))
((switch_block_statement_group) @left (#ends? @left "return_statement" "throw_statement"))

(ternary_expression consequence: (_) @guarded)
(ternary_expression alternative: (_) @guarded)

(method_invocation) @call @callee.name
(object_creation_expression type: [
  (type_identifier) @callee
  (scoped_type_identifier (type_identifier) @callee .)
  (generic_type [
    (type_identifier) @callee
    (scoped_type_identifier (type_identifier) @callee .)
  ])
]) @call
(annotation name: [
  (identifier) @callee
  (scoped_identifier name: (identifier) @callee)
]) @call
(marker_annotation name: [
  (identifier) @callee
  (scoped_identifier name: (identifier) @callee)
]) @call
