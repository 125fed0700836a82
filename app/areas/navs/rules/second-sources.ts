import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { sheetAndCell } from '../workbooks/value-place'
import type {
  CashRow,
  EvidenceFigure,
  ExplainableRule,
  ExplainedDifference,
  PositionRow,
  RegisterRow,
  SourceOfKind,
  SourceTable,
} from './contract'
import type { Finding } from './finding'
import type { RuleContext } from './rule-context'
import { shownDay } from './wording'

/** The kinds of second sources that are of a fund and a day. */
interface OfDay {
  register: RegisterRow
  cash: CashRow
  positions: PositionRow
}

const WORDS: Record<keyof OfDay, string> = {
  register: 'register of the transfer agent',
  cash: 'cash of the depositary',
  positions: 'positions of the depositary',
}

/** A row with the sender of its table. */
export type Sent<Row> = Row & { sender: string }

/**
 * What the senders of a kind say of the fund at the NAV date, each named in the result. Nothing, reported to the finding,
 * while an expected sender is missing or none has sent anything.
 */
export function sourceTables<Kind extends keyof OfDay>(
  { input }: RuleContext,
  finding: Finding,
  kind: Kind,
): readonly SourceTable<OfDay[Kind]>[] {
  const source = input.sources?.[kind] as SourceOfKind<OfDay[Kind]> | undefined
  const { tables = [], missing = [] } = source ?? {}
  for (const sender of missing) finding.lacks(`${WORDS[kind]} from ${sender}`)
  if (missing.length === 0 && tables.length === 0) finding.lacks(WORDS[kind])
  if (finding.cannotBeJudged) return []
  for (const { sender, date, rows } of tables) {
    const files = [...new Set(rows.map(({ file }) => file))].join(', ')
    const of = date === input.data.navDate ? '' : ` of ${shownDay(date)}`
    finding.say(`Source: ${sender}${of}${files === '' ? '' : `, ${files}`}.`)
  }
  return tables
}

/** All rows of some tables, each with its sender. */
export const rowsOf = <Row>(tables: readonly SourceTable<Row>[]): Sent<Row>[] =>
  tables.flatMap(({ sender, rows }) => rows.map((row) => ({ ...row, sender })))

/** The cell of a figure of another party; nothing for a blank, and for a value that its format gives. */
export function sourceFigure(
  row: { sender: string; file: string; cells: Readonly<Record<string, string>> },
  column: string,
  value: Decimal | null | undefined,
): EvidenceFigure[] {
  const place = row.cells[column]
  if (place === undefined || value === null || value === undefined) return []
  const [sheet, cell] = sheetAndCell(place)
  const label = `${column} of ${row.sender}`
  return [{ label, value, kind: 'number', upload: 'source', file: row.file, sheet, cell }]
}

/** What people said of the differences of a rule, as far as it counts for this NAV. */
export const explainedOf = ({ input }: RuleContext, rule: ExplainableRule): ExplainedDifference[] =>
  (input.sources?.explained ?? []).filter((each) => each.rule === rule)

export const totalExplained = (explained: readonly ExplainedDifference[]): Big =>
  explained.reduce((sum, { amount }) => sum.plus(amount), new Big(0))

/** Names the explanations that a result needs, each with its value in fund currency. */
export function countExplained(
  finding: Finding,
  explained: readonly ExplainedDifference[],
  worth: (each: ExplainedDifference) => Big | null,
): void {
  for (const each of explained) {
    const { id, reason, until, currency, instrumentCode, isin, exDate } = each
    const value = worth(each)
    finding.explained.push({ id, value: value && plain(value.round(10)) })
    const subject = currency ?? instrumentCode ?? isin ?? ''
    finding.remark(
      `explained, ${reason} ${until === null ? 'until it is ended' : `until ${shownDay(until)}`}`,
      exDate === null ? subject : `${subject} of ${shownDay(exDate)}`,
    )
  }
}
