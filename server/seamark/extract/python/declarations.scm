; What a Python file declares and calls. Whole nodes are captured; the modules beside it read them.

(function_definition) @definition
(class_definition) @definition
(lambda) @definition

(assignment) @binding
(augmented_assignment) @binding
(named_expression) @binding
(as_pattern) @binding
(for_statement) @binding
(for_in_clause) @binding
(global_statement) @binding
(nonlocal_statement) @binding

(call
  function: (attribute object: [(identifier) (attribute object: (identifier))] attribute: (_) @_adds)
  (#any-of? @_adds "append" "extend" "insert" "__setattr__")) @assignment

(import_statement) @import
(import_from_statement) @import

(return_statement (_)) @return
(yield (_)) @return

(if_statement consequence: (block) @conditional)
(elif_clause (block) @conditional)
(else_clause (block) @conditional)
(except_clause (block) @conditional)
(for_statement body: (block) @conditional)
(for_statement body: (block) @body) @loop
(while_statement body: (block) @conditional)
(while_statement body: (block) @body) @loop
(case_clause (block) @conditional)

(if_statement consequence: (block) @arm) @branching
(if_statement alternative: (elif_clause consequence: (block) @arm)) @branching
(if_statement alternative: (else_clause body: (block) @arm @otherwise)) @branching
(match_statement body: (block (case_clause consequence: (block) @arm))) @branching
(match_statement body: (block (case_clause . (case_pattern) @_any . consequence: (block) @arm @otherwise)
  (#eq? @_any "_"))) @branching
(_ consequence: (block) @left (#ends? @left "return_statement"))
(else_clause body: (block) @left (#ends? @left "return_statement"))

(call function: [
  (identifier) @callee
  (attribute) @callee.attribute
]) @call

; A decorator that is called by hand: `app.post("/x")(f)`
(call function: (call)) @applied

(call function: (attribute
  object: (call function: (identifier) @_super)
  attribute: (identifier) @_init)
  (#eq? @_super "super") (#eq? @_init "__init__")) @binding

(conditional_expression (_) @guarded)
