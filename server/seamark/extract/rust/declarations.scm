; What a Rust file declares and calls. Whole nodes are captured; the modules beside it read them.

(function_item) @definition
(function_signature_item) @definition
(closure_expression) @definition
(struct_item) @definition
(union_item) @definition
(enum_item) @definition
(trait_item) @definition
(impl_item) @definition
(mod_item body: (_)) @definition

; A macro that is defined by one rule, which repeats nothing, is a function.
((macro_definition name: (_) . (macro_rule right: (token_tree) @embedded) .) @definition
  (#not-match? @embedded "\\$\\("))

(let_declaration) @binding
(let_condition) @binding
(const_item) @binding
(static_item) @binding
(type_item) @binding
(struct_item body: (_) @binding)
(union_item body: (_) @binding)
(enum_variant) @binding
(for_expression) @binding
(match_expression) @binding

; Parameters that are taken apart in place.
(parameters (parameter pattern: [
  (tuple_pattern) (tuple_struct_pattern) (struct_pattern) (slice_pattern) (captured_pattern)
])) @binding
(closure_parameters [
  (tuple_pattern) (tuple_struct_pattern) (struct_pattern) (slice_pattern) (captured_pattern)
  (parameter pattern: [(tuple_pattern) (tuple_struct_pattern) (struct_pattern) (slice_pattern) (captured_pattern)])
]) @binding

; `name = value` among a macro's arguments is none.
(expression_statement (assignment_expression) @assignment)
((assignment_expression) @assignment (#in? @assignment "block"))
(match_arm value: (assignment_expression) @assignment)
(compound_assignment_expr) @assignment
(call_expression
  function: (field_expression) @_on
  (#name? @_on "field" "push" "push_str" "append" "extend" "set_path")) @assignment

(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import

; What a build script wrote stands here.
((macro_invocation macro: [(identifier) @_written (scoped_identifier name: (identifier) @_written)]) @import
  (#any-of? @_written "include" "include_proto"))

(return_expression (_)) @return

(if_expression condition: [(let_condition) (let_chain)]) @conditional
(if_expression consequence: (block) @conditional)
(else_clause [(block) (if_expression)] @conditional)
(while_expression) @conditional
(while_expression body: (_) @body) @loop
(for_expression body: (_) @conditional)
(for_expression body: (_) @body) @loop
(loop_expression) @conditional
(loop_expression body: (_) @body) @loop
(match_arm) @conditional
((block) @conditional (#in? @conditional "block"))
((block) @conditional (#in? @conditional "expression_statement" "block"))
(let_declaration value: (block) @conditional)

(if_expression consequence: (block) @arm) @branching
(if_expression alternative: (else_clause [(block) (if_expression)] @arm @otherwise)) @branching
(match_expression body: (match_block (match_arm) @arm @otherwise)) @branching
(if_expression consequence: (block (expression_statement (return_expression)) . [(line_comment) (block_comment)]* .) @left)
(else_clause (block (expression_statement (return_expression)) . [(line_comment) (block_comment)]* .) @left)

(call_expression function: [
  (identifier) @callee
  (scoped_identifier name: (identifier) @callee)
  (field_expression) @callee.field
  (generic_function function: [
    (identifier) @callee
    (scoped_identifier name: (identifier) @callee)
    (field_expression) @callee.field
  ])
]) @call

; A struct that is written out.
(struct_expression name: [
  (type_identifier) @callee
  (scoped_type_identifier name: (_) @callee)
  (generic_type_with_turbofish type: [
    (type_identifier) @callee
    (scoped_identifier name: (_) @callee)
  ])
]) @call

(attribute [
  (identifier) @callee
  (scoped_identifier name: (identifier) @callee)
] arguments: (token_tree)) @call

; A macro that is given more than texts to write.
((macro_invocation macro: [(identifier) @callee (scoped_identifier name: (identifier) @callee)]) @call
  (#not-match? @callee
    "^((e?print|writ)(e|ln|eln)?|(debug_)?assert(_eq|_ne)?|vec|format(_args)?|concat|panic|todo|unimplemented|unreachable|dbg|trace|debug|info|warn|error|log|event|span|bail|anyhow|ensure|matches|json|html|rsx|view|(parse_)?quote|cfg|env|option_env|include(_str|_bytes|_proto)?|stringify|thread_local|lazy_static|select|join|try_join)$"))

; A macro's arguments, unless they say nothing of what others call.
(macro_invocation
  macro: [(identifier) @_macro (scoped_identifier name: (identifier) @_macro)]
  (token_tree) @embedded
  (#not-match? @_macro
    "^(e?print(ln)?|panic|todo|unimplemented|unreachable|dbg|trace|debug|info|warn|error|log|event|span|bail|anyhow|ensure|matches|json|html|rsx|view|(parse_)?quote|table|joinable|allow_tables_to_appear_in_same_query)$"))
