; What a Go file declares and calls. Whole nodes are captured; the modules beside it read them.

(function_declaration) @definition
(method_declaration) @definition
(func_literal) @definition
(method_elem) @definition

(type_spec type: [(struct_type) (interface_type)]) @definition
(type_alias type: [(struct_type) (interface_type)]) @definition

; Structs without a name.
(composite_literal type: (struct_type) @definition)
(slice_type element: (struct_type) @definition)
(array_type element: (struct_type) @definition)
(implicit_length_array_type element: (struct_type) @definition)
(map_type value: (struct_type) @definition)
(pointer_type (struct_type) @definition)
(field_declaration type: (struct_type) @definition)
(var_spec type: (struct_type) @definition)

(const_declaration) @binding
(var_spec) @binding
(short_var_declaration) @binding
(type_spec) @binding
(type_alias) @binding
(type_switch_statement alias: (_)) @binding
(field_declaration) @binding

; Results that have names.
(function_declaration result: (parameter_list (parameter_declaration name: (_)) @binding))
(method_declaration result: (parameter_list (parameter_declaration name: (_)) @binding))
(func_literal result: (parameter_list (parameter_declaration name: (_)) @binding))

; With `:=` they bind names, with `=` they set them.
(range_clause left: (_)) @assignment
(receive_statement left: (_)) @assignment
(assignment_statement) @assignment
(expression_statement (call_expression
  function: (selector_expression operand: (identifier) field: (_) @_writes)
  (#any-of? @_writes "WriteByte" "WriteRune" "WriteString")) @assignment)

; A variable is given with its name, its default and its purpose: `flag.StringVar(&topic, "topic", "boats", "Topic")`.
(argument_list
  . (unary_expression operator: "&")
  . (interpreted_string_literal)
  (_)
  (interpreted_string_literal) .) @assignment.parent

(package_clause) @import
(import_spec) @import

(return_statement (_)) @return

(if_statement consequence: (_) @conditional)
(if_statement alternative: (block) @conditional)
(for_statement body: (_) @conditional)
(for_statement body: (_) @body) @loop
(statement_list (block) @conditional)
(expression_case) @conditional
(type_case) @conditional
(default_case) @conditional
(communication_case) @conditional
(if_statement alternative: (if_statement) @conditional)

(if_statement consequence: (block) @arm) @branching
(if_statement alternative: (_) @arm @otherwise) @branching
(expression_switch_statement (expression_case) @arm) @branching
(expression_switch_statement (default_case) @arm @otherwise) @branching
(type_switch_statement (type_case) @arm) @branching
(type_switch_statement (default_case) @arm @otherwise) @branching
(if_statement consequence: (block (statement_list) @_last) @left (#ends? @_last "return_statement"))
(if_statement alternative: (block (statement_list) @_last) @left (#ends? @_last "return_statement"))
((expression_case (statement_list) @_last) @left (#ends? @_last "return_statement"))
((default_case (statement_list) @_last) @left (#ends? @_last "return_statement"))

(call_expression function: [
  (identifier) @callee
  (selector_expression) @callee.field
  (index_expression operand: [
    (identifier) @callee
    (selector_expression) @callee.field
  ])
]) @call

; `f[T](x)` is to the grammar a conversion.
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @callee
  (qualified_type name: (_) @callee)
])) @call

(composite_literal type: [
  (type_identifier) @callee
  (qualified_type name: (_) @callee)
  (generic_type type: [
    (type_identifier) @callee
    (qualified_type name: (_) @callee)
  ])
]) @call
