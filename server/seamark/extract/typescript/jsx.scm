; Elements of JSX, which are calls of their components: `<Client.Provider value={client}>`. Those in small letters are the
; page's own.

((jsx_opening_element name: (identifier) @tag) @element (#match? @tag "^[A-Z_$]"))
((jsx_self_closing_element name: (identifier) @tag) @element (#match? @tag "^[A-Z_$]"))
(jsx_opening_element name: (member_expression property: (_) @tag)) @element
(jsx_self_closing_element name: (member_expression property: (_) @tag)) @element
