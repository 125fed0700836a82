import { getTableName, isTable } from 'drizzle-orm'
import ts from 'typescript'
import { placeOf, type Source, visit } from './sources'

/** The areas and engines that own the tables of a schema file; by default the area with the file’s name. */
const OWNERS: Record<string, string[]> = {
  access: ['access', 'users', 'approvals', 'substitutes'],
  'bank-inbox': ['payments'],
  documents: ['documents', 'files'],
  evidence: ['proof', 'evidence'],
  'file-formats': ['navs'],
  lookups: ['lookups', 'reference-data', 'reference-import'],
  'nav-figures': ['navs'],
  'nav-checks': ['navs'],
  sources: ['navs'],
  navs: ['navs', 'lookups'],
  signatures: ['authorisation-matrix', 'lookups'],
  'umbrella-runs': ['navs'],
  workflow: ['workflow', 'workflows'],
}

export interface OwnedTables {
  /** Name of the export → areas. */
  byExport: Map<string, string[]>
  /** Name in the database → areas. */
  byName: Map<string, string[]>
}

/** All tables of the schema modules. */
export function ownedTables(modules: Record<string, Record<string, unknown>>): OwnedTables {
  const owned: OwnedTables = { byExport: new Map(), byName: new Map() }
  for (const [path, module] of Object.entries(modules)) {
    const file = /([^/]+)\.ts$/.exec(path)?.[1] ?? ''
    const areas = OWNERS[file] ?? [file]
    for (const [name, value] of Object.entries(module)) {
      if (!isTable(value)) continue
      owned.byExport.set(name, areas)
      owned.byName.set(getTableName(value), areas)
    }
  }
  return owned
}

const VERBS = new Set(['insert', 'update', 'delete'])
const BULK = new Set(['upsert', 'insertAll', 'insertRows'])
const WRITING = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?([a-z_]+)"?/gi

/** The tables a file writes, and where: through drizzle, in bulk, or in SQL. */
export function writesOf(
  source: Source,
  { byExport, byName }: OwnedTables,
): { table: string; areas: string[]; at: string }[] {
  const found: { table: string; areas: string[]; at: string }[] = []
  const note = (table: string, areas: string[] | undefined, node: ts.Node) => {
    if (areas !== undefined) found.push({ table, areas, at: placeOf(source, node) })
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
