import type { ColumnValues, GroupSums, List, ListPage, ListQuery } from './list'

/** A query to a list as plain data, for lists that are computed in a worker. */
export type ListQuestion =
  | { ask: 'page'; query: ListQuery }
  | { ask: 'values'; query: ListQuery; column: string; search: string }
  | { ask: 'rows'; query: ListQuery; only?: readonly string[] }
  | { ask: 'groups'; query: ListQuery; only?: readonly string[] }

/** Runs a query where the list is. */
export async function answerOf<Row>(list: List<Row>, question: ListQuestion): Promise<unknown> {
  if (question.ask === 'page') return list.page(question.query)
  if (question.ask === 'values') return list.values(question.query, question.column, question.search)
  if (question.ask === 'groups') return list.groups(question.query, question.only)
  const rows: Row[] = []
  for await (const batch of list.rows(question.query, question.only)) rows.push(...batch)
  return rows
}

/** A list that is elsewhere. @param ask sends a query there and returns the result of `answerOf` */
export function remoteList<Row>(ask: (question: ListQuestion) => Promise<unknown>): List<Row> {
  return {
    page: async (query) => (await ask({ ask: 'page', query })) as ListPage<Row>,
    values: async (query, column, search) =>
      (await ask({ ask: 'values', query, column, search })) as ColumnValues,
    groups: async (query, only) => (await ask({ ask: 'groups', query, only })) as GroupSums[],
    async *rows(query, only) {
      yield (await ask({ ask: 'rows', query, only })) as Row[]
    },
  }
}
