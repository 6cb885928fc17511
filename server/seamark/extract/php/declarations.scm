; What a PHP file declares and calls. Whole nodes are captured; the modules beside this file read them.

(function_definition) @definition @export
(class_declaration) @definition @export
(interface_declaration) @definition @export
(trait_declaration) @definition @export
(enum_declaration) @definition @export
(anonymous_class) @definition
(method_declaration) @definition
(anonymous_function) @definition
(arrow_function) @definition
(property_hook) @definition

(const_declaration) @binding @export
(property_declaration) @binding
(property_promotion_parameter) @binding
(enum_case) @binding
(static_variable_declaration) @binding
(foreach_statement) @binding
(catch_clause) @binding
(global_declaration) @binding
(anonymous_function_use_clause) @binding

; `/** @var Client $client */`
((comment) @binding (#match? @binding "@var[^$\n]*\\$"))

; `define('NAME', 'value')`
(function_call_expression function: (name) @_define (#eq? @_define "define")) @binding @export

; `parent::__construct(…)`
(scoped_call_expression
  scope: (relative_scope) @_parent name: (name) @_init
  (#eq? @_parent "parent") (#eq? @_init "__construct")) @binding

(assignment_expression) @assignment
(reference_assignment_expression) @assignment
(augmented_assignment_expression) @assignment

(namespace_definition) @import
(namespace_use_declaration) @import
(expression_statement [
  (require_expression)
  (require_once_expression)
  (include_expression)
  (include_once_expression)
]) @import

; What a file gives to the one that requires it.
(program (expression_statement (assignment_expression left: (variable_name)) @export))
(program (return_statement (_)) @export)

; What it does itself.
(program (switch_statement) @step)
(program (if_statement) @step)
(program (expression_statement) @step)

(return_statement (_)) @return
(yield_expression (_)) @return

(if_statement body: (_) @conditional)
(else_if_clause body: (_) @conditional)
(else_clause body: (_) @conditional)
(foreach_statement body: (_) @conditional)
(foreach_statement body: (_) @body) @loop
(for_statement body: (_) @conditional)
(for_statement body: (_) @body) @loop
(while_statement body: (_) @conditional)
(while_statement body: (_) @body) @loop
(case_statement) @conditional
(default_statement) @conditional
(catch_clause body: (_) @conditional)

((if_statement body: (_) @arm) @branching (#field? @branching "alternative"))
(if_statement alternative: (else_if_clause body: (_) @arm)) @branching
(if_statement alternative: (else_clause body: (_) @arm @otherwise)) @branching
; A case without statements is one with the next.
(switch_statement body: (switch_block (case_statement value: (_) (_)) @arm)) @branching
(switch_statement body: (switch_block (default_statement) @arm @otherwise)) @branching
(if_statement body: (compound_statement) @arm @left (#ends? @left "return_statement")) @branching
(else_if_clause body: (compound_statement) @left (#ends? @left "return_statement"))
(else_clause body: (compound_statement) @left (#ends? @left "return_statement"))
((case_statement) @left (#ends? @left "return_statement"))
((default_statement) @left (#ends? @left "return_statement"))

(function_call_expression function: [
  (name) @callee
  (variable_name) @callee
  (qualified_name (name) @callee)
  (relative_name (name) @callee)
]) @call
(member_call_expression) @call @callee.name
(nullsafe_member_call_expression) @call @callee.name
(scoped_call_expression name: (name) @callee) @call
(object_creation_expression [
  (name) @callee
  (qualified_name (name) @callee)
]) @call
(attribute [
  (name) @callee
  (qualified_name (name) @callee)
] parameters: (arguments)) @call

; `require __DIR__ . '/routes.php';` runs that file here.
(expression_statement [
  (require_expression "require" @callee)
  (require_once_expression "require_once" @callee)
  (include_expression "include" @callee)
  (include_once_expression "include_once" @callee)
]) @call

; `(require __DIR__ . '/routes.php')($app)`
(function_call_expression function: (parenthesized_expression [
  (require_expression)
  (require_once_expression)
  (include_expression)
  (include_once_expression)
])) @applied

(conditional_expression body: (_) @guarded)
(conditional_expression alternative: (_) @guarded)
(match_conditional_expression return_expression: (_) @guarded)
(match_default_expression return_expression: (_) @guarded)

; `$client->$method($url)`, `$client->{strtolower($method)}($url)`
((member_call_expression) @applied (#field? @applied "name" "variable_name" "function_call_expression"))
(scoped_call_expression name: (variable_name)) @applied
