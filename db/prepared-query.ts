import type { Read } from './database'

/**
 * A query with constant text, built once per connection and then only filled with its values (`sql.placeholder`): in
 * every request, building it would cost more than sending it.
 * @param build ends in `.prepare(name)`
 */
export function preparedQuery<Query>(build: (read: Read) => Query): (read: Read) => Query {
  const built = new WeakMap<Read, Query>()
  return (read) => {
    const known = built.get(read)
    if (known !== undefined) return known
    const query = build(read)
    built.set(read, query)
    return query
  }
}
