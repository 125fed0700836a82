import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { DecimalInput } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Checkbox, SelectInput, TextInput } from '~/ui/form/inputs'

const refusal = {
  title: 'Settings error',
  message: 'Check the fields.',
  fields: { reference: 'Enter the reference.' },
}

test('a form posts, with the key that makes it take effect once', async () => {
  const html = await markup(<Form idempotencyKey="k1">text</Form>, '/budgets/new')
  expect(html).toMatch(/<form[^>]*method="post"/)
  expect(html).toContain('<input type="hidden" name="idempotencyKey" value="k1"/>')
  expect(html).not.toContain('role="alert"')
})

test('a refused form lists each error, links to its field and keeps the input', async () => {
  const html = await markup(
    <Form refusal={refusal} typed={{ reference: 'R-1', gross: '1,0' }} prefix="budget">
      <TextInput name="reference" label="Reference" required defaultValue="old" />
      <DecimalInput name="gross" label="Gross" hint="Without taxes" />
      <Checkbox name="ccy" label="Client validation" defaultChecked />
    </Form>,
  )
  expect(html).toContain('role="alert"')
  expect(html).toContain('<a href="#budget-reference">Enter the reference.</a>')
  expect(html).toMatch(/id="budget-reference"[^>]*aria-describedby="budget-reference-error"/)
  expect(html).toMatch(/id="budget-reference"[^>]*aria-invalid="true"/)
  expect(html).toMatch(/id="budget-reference"[^>]*value="R-1"/)
  expect(html).toMatch(/id="budget-gross"[^>]*value="1,0"/)
  expect(html).toMatch(/aria-describedby="budget-gross-hint"/)
  expect(html).not.toContain('checked')
})

test('a refusal without fields shows its message', async () => {
  const html = await markup(<Form refusal={{ title: 'Error', message: 'The rule is gone.' }}>text</Form>)
  expect(html).toContain('<p>The rule is gone.</p>')
})

test('a disabled field or button says why', async () => {
  const html = await markup(
    <Form>
      <SelectInput name="a" label="A" off="Choose a user first." options={[{ value: '1', label: 'One' }]} />
      <SubmitButton off="All files are needed.">Launch control</SubmitButton>
    </Form>,
  )
  expect(html).toMatch(/<select[^>]*aria-describedby="a-off"[^>]*disabled/)
  expect(html).toContain('Choose a user first.')
  expect(html).toMatch(
    /<button[^>]*disabled=""[^>]*>Launch control<\/button><span[^>]*>All files are needed\./,
  )
})

test('a required choice with a value has no blank option', async () => {
  const options = [{ value: '1', label: 'One' }]
  expect(
    markup(<SelectInput name="a" label="A" required defaultValue="1" options={options} />),
  ).not.toContain('<option value=""')
  expect(await markup(<SelectInput name="a" label="A" required options={options} />)).toContain(
    '<option value=""',
  )
})
