import type { ReactNode } from 'react'
import { Description } from '../description/description'
import { Fold } from '../fold/fold'

/** A table that a file must contain, and the address of its template. */
export interface ContentsTable {
  name: string
  about: string
  columns: readonly ContentsColumn[]
  href: string
}

interface ContentsColumn {
  header: string
  required: boolean
  about: string
  accepts: string
  /** '' for none. */
  example: string
}

/** Below the form of an upload, folded: descriptions and templates of the tables in its files. */
export function FileContents({
  tables,
  id = 'contents',
  children,
}: {
  tables: readonly ContentsTable[]
  id?: string
  /** Before the tables. */
  children?: ReactNode
}) {
  return (
    <div className="file-contents">
      <Fold title="What the files must contain" id={id} result={tables.map(({ name }) => name).join(', ')}>
        {children}
        {tables.map((table) => (
          <section key={table.name} aria-label={table.name}>
            <h3>{table.name}</h3>
            <p>
              {table.about} <TemplateLink table={table} />
            </p>
            <ColumnList columns={table.columns} />
          </section>
        ))}
      </Fold>
    </div>
  )
}

export function TemplateLink({ table: { name, href } }: { table: Pick<ContentsTable, 'name' | 'href'> }) {
  return (
    <a href={href} download aria-label={`Template of ${name}`}>
      Template
    </a>
  )
}

/** The columns of a table: what each holds, what it accepts, and an example. */
export function ColumnList({ columns }: Pick<ContentsTable, 'columns'>) {
  return (
    <Description
      stacked
      items={columns.map(({ header, required, about, accepts, example }) => ({
        term: required ? `${header} (required)` : header,
        value: (
          <>
            {about}{' '}
            <span className="muted">
              Accepts {accepts}
              {example !== '' && `, such as ${example}`}.
            </span>
          </>
        ),
      }))}
    />
  )
}

/** "5 columns, 4 required" */
export function columnsInShort(columns: ContentsTable['columns']): string {
  const required = columns.filter((column) => column.required).length
  return `${columns.length === 1 ? '1 column' : `${columns.length} columns`}, ${required} required`
}
