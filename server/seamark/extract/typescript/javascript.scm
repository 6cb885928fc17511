; What JavaScript's grammar has in another shape than TypeScript's.

(field_definition) @binding

(formal_parameters [(object_pattern) (array_pattern) (rest_pattern)]) @binding
(formal_parameters (assignment_pattern left: [(object_pattern) (array_pattern)])) @binding
