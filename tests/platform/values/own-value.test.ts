import { expect, test } from 'vitest'
import { workView } from '~/areas/work/work'
import { taxLabel, typeLabel } from '~/platform/einvoices/invoice-text'
import { ownValue } from '~/platform/values/own-value'
import { actName } from '~/platform/workflow/event-text'

const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

test.each(INHERITED)('%s is a key of a table only if the table has it', (key) => {
  expect(ownValue({ a: 1 }, key)).toBeUndefined()
  expect(ownValue({ a: 1, toString: 2 }, key)).toBe(key === 'toString' ? 2 : undefined)
})

test.each(INHERITED)('%s in an address, an e-invoice or an event is a name like any other', (name) => {
  expect(workView(name)).toBeNull()
  expect(typeLabel(name)).toMatch(new RegExp(`^Type ${name.slice(0, 9)}`))
  expect(taxLabel(name, '')).toBe(name)
  expect(actName({ type: 'act', name })).toBe(name)
})
