import { ENGINE_VERSION } from '~/areas/navs/rules/catalogue'
import type { EvidenceFigure } from '~/areas/navs/rules/contract'
import { evaluate } from '~/areas/navs/rules/evaluate'
import { ruleReferenceOf, type StoredReference } from '~/areas/navs/rules/stored-input'
import type { ControlData, TableSource } from '~/areas/navs/workbooks/control-data'
import { Big } from '~/platform/values/decimal'
import type { UsedTolerance } from '../used-tolerances'

/** A row as a pack shows it, by the names of its columns. */
type Row = Record<string, unknown>

/** What the check of a pack passes to the check of its rules. */
export interface CheckedPack {
  /** The rows of the files, by table; numbers beyond a double's precision are not exact. */
  state: Readonly<Record<string, Row[]>>
  /** The text of a file. */
  read: (name: string) => string
  /** The data of the object's events, oldest first. */
  acts: readonly { name: string; data: Row }[]
  say: (finding: string) => void
}

/**
 * Runs the rules of each control again over the figures of the pack, with the program that the site runs, and holds
 * every result, comparison, cell and bar of the bridge against what is stored.
 * @returns how many controls ran again, of how many, and how many comparisons were held against each other
 */
export function checkRules(pack: CheckedPack): { again: number; controls: number; compared: number } {
  const { state, read, say } = pack
  const controls = state.nav_control ?? []
  if (controls.length === 0) return { again: 0, controls: 0, compared: 0 }
  const figures = exactRows(read('figures.json'))
  const bridges = exactRows(read('bridge.json'))
  const exactResults = exactRows(read('results.json')).rule_result ?? []
  let [again, compared] = [0, 0]
  for (const { id, engine_version: version, previous_control_id: previousId } of controls) {
    const results = (state.rule_result ?? []).filter((each) => each.control_id === id)
    for (const result of results) checkOverride(pack, result)
    const data = figuresOf(state, figures, id)
    const inputs = (state.nav_control_input ?? []).find((each) => each.control_id === id)
    if (version !== ENGINE_VERSION || !inputs || !data) {
      for (const result of results) compared += checkCells(pack, result, figures)
      continue
    }
    const previous = figuresOf(state, figures, previousId)
    const { outcomes, bridge } = plainCopy(
      evaluate({ ...ruleReferenceOf(inputs.input as StoredReference), data, previous }),
    )
    again += 1
    for (const { id: rule, ...outcome } of outcomes) {
      const of = `rule ${rule} of control ${id}`
      const at = results.findIndex((each) => each.rule_id === rule)
      const stored = results[at]
      if (!stored) {
        say(`${of}: it has no result`)
        continue
      }
      const { computedResult, computedComment, ...evidence } = stored.evidence as Row
      const exact = exactResults.find((each) => each.id === String(stored.id))
      const { severity, breach_count: breachCount, sorting_order: sortingOrder, name } = stored
      const is = { name, sortingOrder, severity, breachCount, impact: exact?.impact ?? null, ...evidence }
      reportDifferences({ of, say }, { ...is, result: computedResult, comment: computedComment }, outcome)
      compared += 1 + outcome.breaches.length
    }
    for (const { rule_id: rule } of results)
      if (!outcomes.some((each) => each.id === rule))
        say(`rule ${rule} of control ${id}: there is no such rule`)
    compared += checkBridge(bridges, state, { id, bridge, say })
  }
  return { again, controls: controls.length, compared }
}

const plainCopy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

/** The rows of a file by table, with each number as its text: it may have more digits than a double. */
function exactRows(text: string): Record<string, Row[]> {
  const NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
  return JSON.parse(text.replace(NUMBER_OR_TEXT, (each) => (each.startsWith('"') ? each : `"${each}"`)))
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The figures of a control as its rules read them; null where the pack has none. */
function figuresOf(
  state: CheckedPack['state'],
  exact: Record<string, Row[]>,
  id: unknown,
): ControlData | null {
  const sourceOf = (kind: string) =>
    (state.nav_control_table ?? []).find((each) => each.control_id === id && each.kind === kind)?.source as
      | TableSource
      | undefined
  const linesOf = (table: string) =>
    (exact[table] ?? [])
      .filter((row) => row.control_id === String(id))
      .map(({ control_id: _, ...row }) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])),
        row: Number(row.row),
      }))
      .sort((a, b) => a.row - b.row)
  const [nav, balance, inventory] = ['NAV', 'Balance', 'Inventory'].map(sourceOf)
  if (!nav || !balance) return null
  return {
    fundCode: nav.preamble.fundCode.value,
    navDate: nav.preamble.navDate.value,
    nav: { source: nav, lines: linesOf('nav_line') },
    balance: { source: balance, lines: linesOf('balance_line') },
    inventory: inventory ? { source: inventory, lines: linesOf('inventory_line') } : null,
  } as unknown as ControlData
}

const DECIMAL = /^-?\d+(\.\d+)?$/

/** The place in which two values differ, as a path; null where they are the same. Decimals count by their value. */
function differs(is: unknown, should: unknown): string | null {
  const [a, b] = [is ?? null, should ?? null]
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    if (a === b) return null
    const both = [a, b].every((each) => DECIMAL.test(String(each)))
    return both && new Big(String(a)).eq(String(b)) ? null : ''
  }
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inside = differs((a as Row)[name], (b as Row)[name])
    if (inside !== null) return `.${name}${inside}`
  }
  return null
}

const shown = (value: unknown) => {
  const text = JSON.stringify(value ?? null)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce((inside, name) => (inside as Row | null)?.[name] ?? null, value)

/** Reports each field in which a stored value differs from what the figures give. */
function reportDifferences(
  { of, say }: { of: string; say: CheckedPack['say'] },
  is: Row,
  should: object,
): void {
  for (const [field, value] of Object.entries(should)) {
    const path = differs(is[field], value)
    if (path !== null)
      say(
        `${of}, ${field}${path}: it says ${shown(at(is[field], path))}, and its figures give ${shown(at(value, path))}`,
      )
  }
}

interface BridgeCheck {
  id: unknown
  bridge: ReturnType<typeof evaluate>['bridge']
  say: CheckedPack['say']
}

/** The bridge of a control with its drivers and contributors; returns how many amounts it has. */
function checkBridge(
  exact: Record<string, Row[]>,
  state: CheckedPack['state'],
  { id, bridge, say }: BridgeCheck,
): number {
  const rowsOf = (table: string, json?: string) =>
    (exact[table] ?? [])
      .filter((row) => row.control_id === String(id))
      .sort((a, b) => Number(a.position) - Number(b.position))
      .map((row) => {
        const own = (state[table] ?? []).find((each) => {
          return (
            each.control_id === id && (each.position ?? null) === (row.position ? Number(row.position) : null)
          )
        })
        const named = Object.entries({ ...row, ...(json ? { [json]: own?.[json] } : {}) })
        return Object.fromEntries(named.map(([name, value]) => [camel(name), value])) as Row
      })
  const [stored] = rowsOf('nav_bridge', 'left_out')
  const of = `the bridge of control ${id}`
  if (!stored || !bridge) {
    if (stored) say(`${of}: its figures give none`)
    // Without a previous control that is still there, none was stored.
    return 0
  }
  const drivers = rowsOf('nav_bridge_driver', 'parts').map(ofItself)
  const contributors = rowsOf('nav_bridge_contributor').map(ofItself)
  reportDifferences({ of, say }, { ...stored, drivers, contributors }, withPositions(bridge))
  return 2 + drivers.length + contributors.length
}

const ofItself = ({ controlId: _, ...row }: Row) => row

/** As its rows are stored: only what both have is compared, and a row too many differs in its place. */
function withPositions(bridge: NonNullable<BridgeCheck['bridge']>) {
  const placed = (rows: readonly object[]) => rows.map((row, place) => ({ ...row, position: place + 1 }))
  return { ...bridge, drivers: placed(bridge.drivers), contributors: placed(bridge.contributors) }
}

/** A result is as it was computed, or as the newest event that changed it says. */
function checkOverride({ acts, say }: CheckedPack, result: Row): void {
  const { computedResult, computedComment } = result.evidence as Row
  const changed = acts.findLast(
    ({ name, data }) => /^(override|comment) rule$/.test(name) && data?.ruleResultId === result.id,
  )
  const [is, comment] = changed ? [changed.data.is, changed.data.comment] : [computedResult, computedComment]
  // Controls of the first version kept no copy of what was computed.
  if (!changed && computedResult === undefined) return
  const of = `rule ${result.rule_id} of control ${result.control_id}`
  const why = changed ? 'the newest event that changed it says' : 'it was computed as'
  if (result.result !== is) say(`${of}: its result is ${shown(result.result)}, and ${why} ${shown(is)}`)
  if (result.comment !== comment)
    say(`${of}: its comment is ${shown(result.comment)}, and ${why} ${shown(comment)}`)
}

const TABLES: Readonly<Record<string, string>> = {
  NAV: 'nav_line',
  Balance: 'balance_line',
  Inventory: 'inventory_line',
}

/** The cells that breaches name, where the rules of that time are no longer available; returns how many. */
function checkCells({ state, say }: CheckedPack, result: Row, exact: Record<string, Row[]>): number {
  const { breaches = [] } = result.evidence as { breaches?: { figures: EvidenceFigure[] }[] }
  let compared = 0
  for (const figure of breaches.flatMap(({ figures }) => figures)) {
    if (figure.upload !== 'current') continue
    const source = (state.nav_control_table ?? [])
      .filter((each) => each.control_id === result.control_id)
      .map((each) => each.source as TableSource)
      .find(({ file, sheet }) => file === figure.file && sheet === figure.sheet)
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(figure.cell) ?? []
    const [field] = Object.entries(source?.columns ?? {}).find(([, column]) => column === letters) ?? []
    const line = (exact[TABLES[source?.kind ?? ''] ?? ''] ?? []).find(
      (each) => each.control_id === String(result.control_id) && each.row === row,
    )
    const column = Object.keys(line ?? {}).find((name) => camel(name) === field)
    if (!line || !column) continue
    compared += 1
    if (differs(line[column], figure.value) !== null)
      say(
        `rule ${result.rule_id} of control ${result.control_id}: ${figure.label} in ${figure.cell} is ${line[column]} in the figures, not ${figure.value}`,
      )
  }
  return compared
}

interface Setter {
  id: number
  at: string
  whoName: string
  status: string
  data: Row
}

interface CheckedTolerances extends Pick<CheckedPack, 'state' | 'read' | 'say'> {
  /** Events of the changes that set tolerances. */
  setters: readonly Setter[]
}

/**
 * Compares each tolerance that a result was measured by with the events that requested and decided it.
 * @returns each in a sentence, who set it last
 */
export function checkTolerances({ state, read, say, setters }: CheckedTolerances): string[] {
  if (setters.length === 0 && (state.rule_result ?? []).length === 0) return []
  const used = JSON.parse(read('tolerances-used.json')) as UsedTolerance[]
  const nameOf = (of: Pick<UsedTolerance, 'control' | 'rule' | 'tolerance'>) =>
    `tolerance ${of.tolerance} of rule ${of.rule} of control ${of.control}`
  const left = new Map(used.map((each) => [nameOf(each), each]))
  const setBy = new Set<string>()
  for (const result of state.rule_result ?? []) {
    const { tolerances = [] } = result.evidence as {
      tolerances?: { key: string; value: string; level: string }[]
    }
    for (const { key, value, level } of tolerances) {
      const name = nameOf({
        control: Number(result.control_id),
        rule: String(result.rule_id),
        tolerance: key,
      })
      const entry = left.get(name)
      left.delete(name)
      if (!entry) say(`tolerances-used.json: the ${name} is missing`)
      else if (entry.level !== level || differs(entry.value, value) !== null)
        say(
          `tolerances-used.json: the ${name} is ${value} (${level}) in the result, not ${entry.value} (${entry.level})`,
        )
      else {
        checkSetter(entry, nameOf(entry), setters, say)
        setBy.add(setterWords(entry))
      }
    }
  }
  for (const name of left.keys()) say(`tolerances-used.json: no result was measured by the ${name}`)
  return [...setBy].sort()
}

function checkSetter(
  { tolerance, level, value, asked, decided }: UsedTolerance,
  name: string,
  setters: readonly Setter[],
  say: CheckedPack['say'],
): void {
  const found = [asked, decided].map((by) => by && setters.find(({ id }) => id === by.event))
  for (const [place, by] of [asked, decided].entries()) {
    if (!by) continue
    const event = found[place]
    if (!event || event.whoName !== by.who || event.at !== by.at) {
      say(`tolerances-used.json: the ${name}: event ${by.event} does not say what it says`)
      return
    }
  }
  const [request, decision] = found
  if (!decision) return
  const after = JSON.parse(String(decision.data.after)) as {
    tolerance: string
    level: string
    subject: string | null
    value: string
  }
  const scope = after.subject === null ? after.level : `${after.level} ${after.subject}`
  const isSame = after.tolerance === tolerance && scope === level && differs(after.value, value) === null
  if (!isSame || !/^(APPROVED|IN FORCE)$/.test(decision.status))
    say(`tolerances-used.json: the ${name}: event ${decision.id} did not set it`)
  if (request && (request.data.change !== decision.data.change || request.status !== 'REQUESTED'))
    say(`tolerances-used.json: the ${name}: event ${request.id} did not ask for it`)
}

const minute = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** "N07.limit, 3 % (fund type EQUITY): asked for by A, 2026-10-01 09:00 UTC; decided by B, …" */
function setterWords({ tolerance, label, unit, value, level, asked, decided }: UsedTolerance): string {
  const what = `${tolerance} ${label}, ${value} (${unit}), ${level}`
  if (!decided) return `${what}: of the table of rules, nobody had changed it`
  const request = asked ? `asked for by ${asked.who}, ${minute(asked.at)}; ` : ''
  return `${what}: ${request}${asked ? 'approved' : 'set'} by ${decided.who}, ${minute(decided.at)}`
}
