import { getTableName, isTable } from 'drizzle-orm'
import ts from 'typescript'
import { placeOf, type Source, visit } from './sources'

/** Which area owns the tables of a schema file: the one of the same name, unless told here. */
const OWNERS: Record<string, string> = { 'nav-figures': 'navs', 'nav-checks': 'navs' }

export interface OwnedTables {
  /** Name of the export → area. */
  byExport: Map<string, string>
  /** Name in the database → area. */
  byName: Map<string, string>
}

/** All tables of the schema modules, by the name of their file. */
export function ownedTables(modules: Record<string, Record<string, unknown>>): OwnedTables {
  const owned: OwnedTables = { byExport: new Map(), byName: new Map() }
  for (const [path, module] of Object.entries(modules)) {
    const file = /([^/]+)\.ts$/.exec(path)?.[1] ?? ''
    const area = OWNERS[file] ?? file
    for (const [name, value] of Object.entries(module)) {
      if (!isTable(value)) continue
      owned.byExport.set(name, area)
      owned.byName.set(getTableName(value), area)
    }
  }
  return owned
}

const VERBS = new Set(['insert', 'update', 'delete'])
const BULK = new Set(['upsert', 'insertAll', 'insertRows'])
const WRITING = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?([a-z_]+)"?/gi

/** The tables that a file writes, and where: by drizzle, in bulk, or in words of SQL. */
export function writesOf(
  source: Source,
  { byExport, byName }: OwnedTables,
): { table: string; area: string; at: string }[] {
  const found: { table: string; area: string; at: string }[] = []
  const note = (table: string, area: string | undefined, node: ts.Node) => {
    if (area !== undefined) found.push({ table, area, at: placeOf(source, node) })
  }
  if (source.ast)
    visit(source.ast, (node) => {
      if (ts.isCallExpression(node)) {
        const { expression, arguments: args } = node
        const verb = ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
        const bulk = ts.isIdentifier(expression) ? expression.text : ''
        const table = VERBS.has(verb) ? args[0] : BULK.has(bulk) ? args[1] : undefined
        if (table && ts.isIdentifier(table)) note(table.text, byExport.get(table.text), table)
      }
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql')
        for (const [, table = ''] of node.template.getText().matchAll(WRITING))
          note(table, byName.get(table), node)
    })
  return found
}
