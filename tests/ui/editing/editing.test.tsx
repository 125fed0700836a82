import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { type FieldVersions, VersionsTable } from '~/ui/editing/conflict-versions'
import { EditedForm, InlineActions, InlineInput } from '~/ui/editing/inline-fields'
import { InlineForm } from '~/ui/editing/inline-form'

const row = (form: Parameters<typeof InlineForm>[0]['form'], kinds = true) => (
  <InlineForm form={form} cancelHref="/rows?page=2">
    {form && <EditedForm form={form} />}
    <InlineInput name="name" label="Name" kind="text" value="Old & new" required first />
    {kinds && (
      <>
        <InlineInput name="rate" label="Rate" kind="decimal" value="0.5" />
        <InlineInput name="from" label="From" kind="day" value="2026-11-02" />
        <InlineInput name="on" label="On" kind="boolean" value="true" required />
        <InlineInput
          name="kind"
          label="Kind"
          kind="choice"
          value="B"
          required
          options={[
            { value: 'A', label: 'Alpha' },
            { value: 'B', label: 'Beta' },
          ]}
        />
      </>
    )}
    <InlineActions />
  </InlineForm>
)
const form = { id: 'inline', idempotencyKey: 'k1', hidden: { seen: '{"name":"Old & new"}' } }

test('the fields of a row name its form, which posts its key and the values shown', async () => {
  const html = await markup(row(form), '/rows?edit=1')
  expect(html).toMatch(/<form[^>]*method="post"[^>]*id="inline"/)
  expect(html).toContain('<input type="hidden" name="idempotencyKey" value="k1"/>')
  expect(html).toContain('name="seen" value="{&quot;name&quot;:&quot;Old &amp; new&quot;}"')
  for (const name of ['name', 'rate', 'from', 'on', 'kind'])
    expect(html).toMatch(new RegExp(`name="${name}" form="inline"`))
  expect(html).toMatch(/aria-label="Name"[^>]*value="Old &amp; new"/)
  expect(html).toMatch(/type="date"[^>]*value="2026-11-02"/)
  expect(html).toMatch(/type="checkbox"[^>]*checked=""/)
  expect(html).toContain('<option value="B" selected="">Beta</option>')
  expect(html).toMatch(/<button type="submit" form="inline"[^>]*>Save</)
  expect(html).toMatch(/<a href="\/rows\?page=2"[^>]*>Cancel</)
  expect(html.match(/autofocus/gi)).toHaveLength(1)
})

test('a checkbox is never required: unticked is a value', async () => {
  const html = await markup(row(form))
  expect(/<input[^>]*type="checkbox"[^>]*>/.exec(html)?.[0]).not.toContain('required')
})

test('an error is next to its field, which keeps the input', async () => {
  const refusal = { title: 'Settings error', message: 'Enter the name.', fields: { name: 'Enter the name.' } }
  const html = await markup(row({ ...form, refused: { refusal, typed: { name: '<b>', kind: 'A' } } }))
  expect(html).toMatch(
    /aria-invalid="true" aria-describedby="inline-name-error"[^>]*value="&lt;b&gt;"|value="&lt;b&gt;"[^>]*aria-invalid="true"/,
  )
  expect(html).toContain('id="inline-name-error">Enter the name.')
  expect(html).toContain('<option value="A" selected="">Alpha</option>')
  expect(/<input[^>]*type="checkbox"[^>]*>/.exec(html)?.[0]).not.toContain('checked')
})

test('without an edited row there is no form', async () => {
  expect(
    await markup(
      <InlineForm form={null} cancelHref="/rows">
        rows
      </InlineForm>,
    ),
  ).toBe('rows')
})

const versions: FieldVersions[] = [
  { label: 'Name', opened: 'A', stored: 'A', yours: 'A' },
  { label: 'Kind', opened: 'A', stored: 'B', yours: 'A' },
  { label: 'Rate', opened: '1', stored: '1', yours: '' },
]

/** The text of each row of the table, with * before marked values. */
function cells(html: string): string[][] {
  return [...html.matchAll(/<tr data-key[^>]*>(.*?)<\/tr>/g)].map(([, tr = '']) =>
    [...tr.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, td = '']) =>
      td
        .replace(/<span class="hidden-text">.*?<\/span>/g, '')
        .replace(/<mark[^>]*>/g, '*')
        .replace(/<[^>]+>/g, ''),
    ),
  )
}

test('versions are shown field by field; differences are marked, also in text', async () => {
  const html = await markup(<VersionsTable fields={versions} />)
  expect(cells(html)).toEqual([
    ['Name', 'A', 'A', 'A'],
    ['Kind', 'A', '*B', '*A'],
    ['Rate', '1', '1', '*(blank)'],
  ])
  expect(html).toContain('(differs from what you opened)')
  expect(html).toContain('(differs from what is stored)')
})

test('a deleted row has no stored version, and a deletion no own version', async () => {
  const gone = versions.map((field) => ({ ...field, stored: null }))
  expect(cells(await markup(<VersionsTable fields={gone} />))).toEqual([
    ['Name', 'A', 'deleted', 'A'],
    ['Kind', 'A', 'deleted', 'A'],
    ['Rate', '1', 'deleted', '*(blank)'],
  ])
  const deletion = versions.map((field) => ({ ...field, yours: null }))
  expect(cells(await markup(<VersionsTable fields={deletion} />))[1]).toEqual(['Kind', 'A', '*B'])
})
