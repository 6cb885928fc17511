; What a file in C or C++ declares and calls. Whole nodes are captured; the modules beside read them.

(function_definition body: (_)) @definition
(preproc_function_def) @definition
([
  (struct_specifier name: (_) body: (_))
  (union_specifier name: (_) body: (_))
  (enum_specifier name: (_) body: (_))
] @definition)
(declaration type: [
  (struct_specifier !name body: (_))
  (union_specifier !name body: (_))
  (enum_specifier !name body: (_))
] @definition)
(field_declaration type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))] @definition)
(type_definition type: [
  (struct_specifier !name body: (_))
  (union_specifier !name body: (_))
  (enum_specifier !name body: (_))
]) @definition

(declaration) @binding
(field_declaration) @binding
(enumerator) @binding
(type_definition) @binding
(preproc_def) @binding
(for_statement initializer: (declaration)) @binding
(for_statement initializer: (assignment_expression)) @assignment

(assignment_expression) @assignment
(update_expression argument: (identifier)) @assignment
(call_expression function: (identifier) @_builds (#any-of? @_builds
  "sprintf" "snprintf" "vsprintf" "vsnprintf" "asprintf" "vasprintf" "sprintf_s" "_snprintf"
  "strcpy" "strncpy" "stpcpy" "strlcpy" "strcpy_s" "strcat" "strncat" "strlcat" "strcat_s")) @assignment
; Others may do so, too: what they are given tells.
(call_expression function: (identifier) arguments: (argument_list) @_given
  (#holds? @_given "identifier" "pointer_expression")) @assignment

(preproc_include) @import

(return_statement (_)) @return

(if_statement consequence: (_) @conditional)
(else_clause (_) @conditional)
(for_statement body: (_) @conditional)
(for_statement body: (_) @body) @loop
(while_statement body: (_) @conditional)
(while_statement body: (_) @body) @loop
(case_statement) @conditional
(preproc_if) @conditional
(preproc_else) @conditional
(preproc_elif) @conditional
; A guard against including the file twice, or a default for what may be defined already, is no condition.
((preproc_ifdef name: (_) . (_) @_first) @conditional (#not-match? @_first "^#[ \t]*define"))

((if_statement consequence: (_) @arm) @branching (#field? @branching "alternative"))
(if_statement alternative: (else_clause (_) @arm @otherwise)) @branching
; A case without statements is one with the next.
(switch_statement body: (compound_statement (case_statement value: (_) (_)) @arm)) @branching
(switch_statement body: (compound_statement (case_statement "default" (_)) @arm @otherwise)) @branching
(if_statement consequence: (compound_statement) @arm @left (#ends? @left "return_statement")) @branching
(else_clause (compound_statement) @left (#ends? @left "return_statement"))
((case_statement) @left (#ends? @left "return_statement"))

(call_expression function: [
  (identifier) @callee
  (field_expression) @callee.field
]) @call

; A text compared with a literal.
("==" @callee @call.parent . (string_literal))
(binary_expression left: (string_literal) operator: "==" @callee) @call
