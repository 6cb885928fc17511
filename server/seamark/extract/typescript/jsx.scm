; Elements of JSX, which are calls of their components: `<Client.Provider value={client}>`

(jsx_opening_element name: [(identifier) @tag (member_expression property: (_) @tag)]) @element
(jsx_self_closing_element name: [(identifier) @tag (member_expression property: (_) @tag)]) @element
