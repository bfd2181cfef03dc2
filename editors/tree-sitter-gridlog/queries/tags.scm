(clause head: (call name: (name) @name)) @definition.function
(grammar head: (call name: (name) @name)) @definition.function
(unknown head: (call name: (name) @name)) @definition.field
(input head: (call name: (name) @name)) @definition.interface
(law name: (name) @name) @definition.method
(move head: (call name: (name) @name)) @definition.method
(param name: (name) @name) @definition.constant
(call name: (name) @name) @reference.call
