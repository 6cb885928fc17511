; What a file in TypeScript or JavaScript declares and calls. Whole nodes are captured; the modules beside it read them.

(function_declaration) @definition
(generator_function_declaration) @definition
(function_expression) @definition
(generator_function) @definition
(arrow_function) @definition
(method_definition) @definition
(class_declaration) @definition
(class) @definition

; The body of a function that makes objects is their constructor: `function Users() { this.url = … }`
((function_declaration name: (identifier) @_made body: (_) @definition) (#match? @_made "^[A-Z].*[a-z]"))
((variable_declarator name: (identifier) @_made value: (function_expression body: (_) @definition))
  (#match? @_made "^[A-Z].*[a-z]"))
((assignment_expression left: (identifier) @_made right: (function_expression body: (_) @definition))
  (#match? @_made "^[A-Z].*[a-z]"))
((assignment_expression
  left: (member_expression property: (property_identifier) @_made)
  right: (function_expression body: (_) @definition))
  (#match? @_made "^[A-Z].*[a-z]"))

(variable_declarator) @binding
(for_in_statement) @binding

(assignment_expression) @assignment
(augmented_assignment_expression) @assignment

(call_expression
  function: (member_expression object: (identifier) property: (_) @_push)
  (#eq? @_push "push")) @assignment

(import_statement) @import

(program (export_statement) @export)
(ERROR (export_statement) @export)
(assignment_expression left: (member_expression)) @export

(return_statement (_)) @return
(yield_expression (_)) @return

(if_statement consequence: (_) @conditional)
(else_clause (_) @conditional)
(for_statement body: (_) @conditional)
(for_statement body: (_) @body) @loop
(for_in_statement body: (_) @conditional)
(for_in_statement body: (_) @body) @loop
(while_statement body: (_) @conditional)
(while_statement body: (_) @body) @loop
(switch_case) @conditional
(switch_default) @conditional
(catch_clause body: (_) @conditional)
(statement_block (statement_block (lexical_declaration)) @conditional)
(try_statement body: (statement_block (lexical_declaration)) @conditional)

(if_statement consequence: (_) @arm) @branching
(if_statement alternative: (else_clause (_) @arm @otherwise)) @branching
; A case without statements is one with the next.
(switch_statement body: (switch_body (switch_case body: (_)) @arm)) @branching
(switch_statement body: (switch_body (switch_default) @arm @otherwise)) @branching
(if_statement consequence: (statement_block) @left (#ends? @left "return_statement"))
(else_clause (statement_block) @left (#ends? @left "return_statement"))
((switch_case) @left (#ends? @left "return_statement"))
((switch_default) @left (#ends? @left "return_statement"))

(call_expression function: [
  (identifier) @callee
  (super) @callee
  (member_expression) @callee.property
  (await_expression [
    (identifier) @callee
    (member_expression property: (_) @callee)
  ])
]) @call

(new_expression constructor: [
  (identifier) @callee
  (member_expression property: (_) @callee)
]) @call

(call_expression function: (super)) @binding

; What a function in place is given: item by item, or what a promise gives.
((arguments . [(arrow_function) (function_expression)]) @binding.parent
  (#called? @binding.parent "forEach" "map" "flatMap" "filter" "then"))

; What a function is given that is called where it stands: `(function ($) { … })(jQuery)`
(call_expression
  function: [
    (function_expression)
    (parenthesized_expression [(function_expression) (arrow_function)])
  ]
  arguments: (arguments (_))) @binding

; What the function of a module is given: `define(["api"], function (api) { … })`
(call_expression
  function: (identifier) @_define
  arguments: (arguments) @_given
  (#any-of? @_define "define" "require" "requirejs")
  (#holds? @_given "array") (#holds? @_given "arrow_function" "function_expression")) @binding
(program (expression_statement (call_expression
  function: (identifier) @_define
  arguments: (arguments [(arrow_function) (function_expression)])
  (#eq? @_define "define")) @export))

((arguments . [(arrow_function) (function_expression)] @body) @loop.parent
  (#called? @loop.parent "forEach"))

; `require('./routes')(app)`, `require('./routes').default(app)`
(call_expression
  function: (member_expression object: (call_expression function: (identifier) @_require))
  (#eq? @_require "require")) @applied

; What is called that a call gives: `require('./routes')(app)`, `it.each(cases)(name, test)`
(call_expression function: (call_expression)) @applied

; `(given || fetch)(url)`
(call_expression function: (parenthesized_expression [
  (binary_expression operator: ["||" "??"])
  (ternary_expression)
])) @applied

; `client[method](url)`
(call_expression function: [
  (subscript_expression)
  (await_expression (subscript_expression))
]) @applied

(ternary_expression consequence: (_) @guarded)
(ternary_expression alternative: (_) @guarded)
