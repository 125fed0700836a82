import { counted, showNavDate } from '~/platform/values/show'
import { columnLetters } from '~/platform/workbooks/workbook'
import { SubmitButton } from '~/ui/form/button'
import { fieldId } from '~/ui/form/error-summary'
import { useFormState } from '~/ui/form/form'
import { Checkbox, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import type { TriedRules } from '../../control/trial-control.server'
import type { Choice, TaughtSheet, Teaching, TriedTable } from './teach'
import type { TaughtFormat } from './teach-format.server'

const WHERE_LABELS: Readonly<Record<string, string>> = {
  label: 'beside a label',
  same: 'in the cell of a label',
  cell: 'in a cell',
  headings: 'in a column, by heading',
  at: 'in a column, by letter',
  section: 'in rows between lines',
  sheetName: 'in the name of the sheet',
  fileName: 'in the name of the file',
  value: 'always this value',
  nav: 'of the NAV that it is uploaded for',
}

const SHAPE_LABELS: Readonly<Record<string, string>> = {
  rows: 'a row for each figure',
  classes: 'a row for each share class',
  labels: 'figures beside labels',
}

const options = (values: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  values.map((value) => ({ value, label: labels[value] ?? value }))

type Shown = { teaching: Teaching }

/** What is read, and what is still to be mended. */
export function TrialOfFormat({
  teaching: { lacking, faults, notes, tables, rules },
}: {
  teaching: TaughtFormat
}) {
  const points = lacking.length + faults.length + notes.length
  return (
    <section className="teach__findings" aria-label="What was understood" aria-live="polite">
      <h2>{points === 0 ? 'Everything is read' : `To mend, ${points}`}</h2>
      {points > 0 && (
        <ul className="teach__points">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          {lacking.map(({ pointer, where, what }) => (
            <li key={`${pointer} ${what}`} title={pointer}>
              {`${where}: ${what}`}
            </li>
          ))}
          {faults.map(({ file, cell, what }) => (
            <li key={`${file} ${cell} ${what}`}>{[file, cell, what].filter(Boolean).join(': ')}</li>
          ))}
        </ul>
      )}
      {tables.map((table) => (
        <ReadTable key={`${table.kind} ${table.file}`} table={table} />
      ))}
      {rules && <RulesOfTrial rules={rules} />}
      <SubmitButton name="intent" value="try" look="plain" busyText="Reading…">
        Try
      </SubmitButton>
    </section>
  )
}

/** What the rules would say of the files. */
function RulesOfTrial({ rules: { fundCode, navDate, summary, faults, notOk } }: { rules: TriedRules }) {
  return (
    <details open>
      <summary>
        Rules over {fundCode} {navDate && showNavDate(navDate)}
      </summary>
      <p>{summary}</p>
      {faults.length > 0 && (
        <ul className="teach__points">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {notOk.length > 0 && (
        <ul className="teach__points">
          {notOk.map(({ name, comment }) => (
            <li key={name}>
              <strong>{name}</strong>
              {comment !== '' && `: ${comment}`}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function ReadTable({ table: { kind, file, lines, skipped, facts, columns, rows } }: { table: TriedTable }) {
  return (
    <details>
      <summary>
        {kind}: {counted(lines, 'line')} of {file}
        {skipped > 0 && `, ${counted(skipped, 'row')} left out`}
      </summary>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <section
        className="teach__sheet"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keys
        tabIndex={0}
        aria-label={`Lines of ${kind}`}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, values }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key
              <tr key={at}>
                <th scope="row">{row}</th>
                {values.map(({ value, cell }, index) => (
                  <td key={columns[index]}>
                    {value} {cell !== '' && <small className="muted">{cell}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {lines > rows.length && <p className="muted">{lines - rows.length} more lines.</p>}
      </section>
    </details>
  )
}

/** Each sheet of the files with the meaning of its columns. */
export function TaughtSheets({ teaching: { sheets, faults } }: Shown) {
  return (
    <div className="teach__sheets">
      {sheets.map((sheet) => (
        <SheetOfFile key={sheet.kind.field} sheet={sheet} doubts={doubtsIn(sheet, faults)} />
      ))}
    </div>
  )
}

/** What is wrong in a sheet, by the address of the first cell that has it. */
type Doubts = ReadonlyMap<string, string>

function doubtsIn({ file, sheet }: TaughtSheet, faults: Teaching['faults']): Doubts {
  const own = faults.filter((fault) => fault.file === file && fault.sheet === sheet)
  return new Map(
    own.flatMap(({ cell, what }) => (cell === null ? [] : [[cell.slice(sheet.length + 1), what]])),
  )
}

function SheetOfFile({ sheet, doubts }: { sheet: TaughtSheet; doubts: Doubts }) {
  const { file, kind, shape, header, words } = sheet
  return (
    <fieldset className="form__group">
      <legend>
        {file}, sheet {sheet.sheet}
      </legend>
      <div className="teach__choices">
        <SelectInput
          name={kind.field}
          label={kind.label}
          value={kind.value}
          blank="none: it is not read"
          options={options(kind.options)}
        />
        {shape && (
          <SelectInput
            name={shape.field}
            label={shape.label}
            value={shape.value}
            required
            options={options(shape.options, SHAPE_LABELS)}
          />
        )}
        {header && (
          <TextInput name={header.field} label="Row of the headings" value={header.value} maxLength={5} />
        )}
      </div>
      {words.length > 0 && (
        <div className="teach__choices">
          {words.map((word) => (
            <SelectInput
              key={word.label}
              name={word.field}
              label={`“${word.label}” means`}
              value={word.value}
              blank="no type yet"
              options={options(word.options)}
            />
          ))}
        </div>
      )}
      <SheetRows sheet={sheet} doubts={doubts} />
    </fieldset>
  )
}

const NUMBER = /^[-+(]?[\d\s.,’']+[-)%]?$/

interface SheetRowsProps {
  sheet: TaughtSheet
  doubts: Doubts
}

function SheetRows({ sheet: { sheet, columns, rows, moreRows }, doubts }: SheetRowsProps) {
  const doubtOf = (letters: string) =>
    [...doubts].find(([address]) => address.replace(/\d+$/, '') === letters)?.[1]
  return (
    <section
      className="teach__sheet"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keys
      tabIndex={0}
      aria-label={`Sheet ${sheet} with the meaning of each column`}
    >
      <table>
        {columns.length > 0 && (
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden-text">Row</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column.letters}
                  scope="col"
                  className={doubtOf(column.letters) === undefined ? undefined : 'teach__ask'}
                >
                  {column.letters}
                  <Meaning column={column} />
                  {column.why !== '' && <small title={column.why}>{column.why}</small>}
                  {doubtOf(column.letters) && <small>{doubtOf(column.letters)}</small>}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ row, isHeader, cells }) => (
            <tr key={row} className={isHeader ? 'teach__header' : undefined}>
              <th scope="row">{row}</th>
              {cells.map((text, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  key={at}
                  className={classOfCell(text, doubts.has(`${columnLetters(at + 1)}${row}`))}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {moreRows > 0 && <p className="muted">{moreRows} more rows.</p>}
    </section>
  )
}

function classOfCell(text: string, isDoubtful: boolean): string | undefined {
  if (isDoubtful) return 'teach__doubt'
  return NUMBER.test(text) ? 'teach__number' : undefined
}

/** What a column means; of several meanings together the format says how they are told apart. */
function Meaning({ column }: { column: Choice & { letters: string } }) {
  const { typed, prefix } = useFormState()
  const { field, label, options: names, letters } = column
  const value = typed[field] ?? column.value
  const isOther = column.value !== '' && !names.includes(column.value)
  return (
    <select
      key={value}
      id={fieldId(prefix, field)}
      name={field}
      defaultValue={value}
      aria-label={`Meaning of column ${letters}${label ? `, ${label}` : ''}`}
    >
      <option value="">not read</option>
      {isOther && <option value={column.value}>{column.value}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface UploadThatWaitsProps {
  upload: { reason: string; comment: string }
  reasons: readonly { code: string; display: string }[]
  /** Offered to those who may propose the format, which the form does too. */
  mayWait: boolean
}

/** The refused upload from which the page was opened, and what it runs with once a format reads it. */
export function UploadThatWaits({ upload, reasons, mayWait }: UploadThatWaitsProps) {
  return (
    <fieldset className="form__group">
      <legend>The upload that was refused</legend>
      <p className="muted">
        It may wait for 30 days: once a file format is approved that reads its files, it runs as yours, and My
        work tells you.
      </p>
      {mayWait && (
        <Checkbox
          name="uploadWaits"
          label="Run it once the format is approved"
          defaultChecked={upload.reason !== '' && upload.comment !== ''}
        />
      )}
      <div className="teach__choices">
        <SelectInput
          name="uploadReason"
          label="Reason of the upload"
          defaultValue={upload.reason}
          options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
        />
        <TextInput
          name="uploadComment"
          label="Comment of the upload"
          defaultValue={upload.comment}
          maxLength={4000}
        />
      </div>
    </fieldset>
  )
}

/** The facts of each table, and what the format is called. */
export function GeneralFields({ teaching: { facts, general, lacking, tables } }: Shown) {
  return (
    <>
      {facts.length > 0 && (
        <details open={lacking.length > 0 || tables.length === 0}>
          <summary>Fund, date and currency: where they stand</summary>
          <p className="muted">Several labels or headings are parted by |, and * stands for any text.</p>
          {facts.map(({ where, text }) => (
            <div key={where.field} className="teach__choices">
              <SelectInput
                name={where.field}
                label={where.label}
                value={where.value}
                blank="not given"
                options={options(where.options, WHERE_LABELS)}
              />
              <TextInput name={text.field} label={`${where.label}: text`} value={text.value} />
            </div>
          ))}
        </details>
      )}
      <fieldset className="form__group">
        <legend>The format</legend>
        <div className="teach__choices">
          <TextInput name="code" label="Code" value={general.code} required maxLength={40} />
          <TextInput name="name" label="Name" value={general.name} required maxLength={200} />
          <SelectInput
            name="provider"
            label="Provider"
            value={general.provider ?? ''}
            blank="any"
            options={options(['FIA', 'MFFA'])}
          />
          <TextInput
            name="from"
            label="Valid from (yyyy-MM-dd)"
            value={general.from}
            required
            maxLength={10}
          />
          <SelectInput
            name="decimal"
            label="Decimal mark of numbers in text"
            value={general.decimal}
            blank="as the numbers show it"
            options={[
              { value: ',', label: 'comma' },
              { value: '.', label: 'point' },
            ]}
          />
          <TextInput
            name="dates"
            label="Notations of dates"
            hint="Such as dd-MMM-yyyy, parted by |."
            value={general.dates}
          />
          <TextArea
            name="funds"
            label="Codes of funds, where they are not yours"
            hint="A line each: the administrator’s code = yours, such as 4711 = ARV01."
            rows={3}
            value={general.funds}
          />
          <TextArea
            name="classes"
            label="Codes of share classes, likewise"
            hint="Such as 4711 A = ARV01-A."
            rows={3}
            value={general.classes}
          />
        </div>
      </fieldset>
    </>
  )
}
