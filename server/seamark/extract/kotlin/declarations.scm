; What a Kotlin file declares and calls. Whole nodes are captured; the modules beside this file read them.

(class_declaration) @definition
(object_declaration) @definition
(object_literal) @definition
(enum_entry (class_body) @definition)
(function_declaration) @definition
(anonymous_function) @definition
(lambda_literal) @definition
(secondary_constructor) @definition
(primary_constructor) @definition @binding

(property_declaration) @binding
(enum_entry) @binding
(constructor_delegation_call) @binding
(for_statement) @binding
(type_alias) @binding
(class_declaration (delegation_specifier (constructor_invocation) @definition @binding))
(annotated_lambda) @binding.parent.parent

(assignment) @assignment
(statements (call_expression
  (navigation_expression (navigation_suffix (simple_identifier) @_adds (#eq? @_adds "append")))) @assignment)

(package_header) @import
(import_header) @import

(jump_expression (_)) @return

(if_expression consequence: (_) @conditional)
(if_expression alternative: (_) @conditional)
(for_statement (control_structure_body) @conditional)
(for_statement (control_structure_body) @body) @loop
(while_statement (control_structure_body) @conditional)
(while_statement (control_structure_body) @body) @loop
(when_entry) @conditional
(catch_block) @conditional

(if_expression consequence: (_) @arm) @branching
(if_expression alternative: (_) @arm @otherwise) @branching
(when_expression (when_entry (when_condition)) @arm) @branching
(when_expression (when_entry . (control_structure_body)) @arm @otherwise) @branching
(if_expression consequence: (control_structure_body (statements) @_last) @left (#ends? @_last "jump_expression"))
(if_expression consequence: (control_structure_body (jump_expression)) @left)

(call_expression . [
  (simple_identifier) @callee
  (navigation_expression) @callee.last
]) @call
(annotation (user_type (type_identifier) @callee .)) @call
(annotation (constructor_invocation (user_type (type_identifier) @callee .))) @call
(annotation "[" (constructor_invocation (user_type (type_identifier) @callee .)) @call)
(infix_expression (_) . (simple_identifier) @callee . (_)) @call
