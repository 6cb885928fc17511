; What C++ has beyond C. `$function` and `$type` stand for what is called, be it qualified: see `language.py`.

(class_specifier body: (_)) @definition
(lambda_expression) @definition
; What is only declared, for those that inherit it to define: `virtual void f() = 0;`
((field_declaration
  declarator: [
    (function_declarator)
    (pointer_declarator declarator: (function_declarator))
    (reference_declarator (function_declarator))
  ]
  default_value: (number_literal)) @definition)

(for_range_loop) @binding
(alias_declaration) @binding
(namespace_definition name: (_)) @binding
(namespace_alias_definition) @binding
(using_declaration) @binding

(field_initializer_list) @assignment
(expression_statement (binary_expression operator: "<<")) @assignment
(call_expression function: (field_expression field: (_) @_append) (#any-of? @_append
  "append" "push_back" "emplace_back")) @assignment
; A stream or a text is set to another text: `url.str("");`
(expression_statement (call_expression
  function: (field_expression argument: (identifier) field: (_) @_sets)
  arguments: (argument_list . (_) .)
  (#any-of? @_sets "assign" "str")) @assignment)
(call_expression function: (qualified_identifier name: (identifier) @_builds (#any-of? @_builds
  "sprintf" "snprintf" "vsprintf" "vsnprintf" "strcpy" "strncpy" "strcat" "strncat"))) @assignment

(co_return_statement (_)) @return
(co_yield_statement (_)) @return

(for_range_loop body: (_) @conditional)
(for_range_loop body: (_) @body) @loop
(catch_clause body: (_) @conditional)

(call_expression function: [
  (template_function name: (identifier) @callee)
  (field_expression field: (dependent_name (template_method name: (_) @callee)))
  (qualified_identifier name: [$function])
]) @call

; What a call gives is called: `ROUTE(app, "/x")(f)`, `ROUTE(app, "/x").methods(GET)(f)`
(call_expression function: (call_expression)) @applied

; What is set under a key of what stands under a key: `server.resource["/x"]["GET"] = f;`
(assignment_expression
  left: (subscript_expression
    argument: (subscript_expression)
    indices: (subscript_argument_list . (string_literal) .))) @applied

; What makes an object: `new X(a)`, `X{a}`, `X x(a);`, `X x{a};`
(new_expression type: [$type]) @call
(compound_literal_expression type: [$type]) @call
(declaration
  type: [$type]
  declarator: (init_declarator value: [(argument_list) (initializer_list)]) @call)
