import { expect, test } from 'vitest'
import { whyNotCreated, whyNotDeleted, whyNotEdited } from '~/areas/budgets/budget-rules'

type Who = Parameters<typeof whyNotCreated>[0]

/** A person with this permission alone for budgets. */
function person(permission: 'add' | 'update' | 'delete', queues: string[]): Who {
  const uxFunction = {
    uxFunction: 'budgets' as const,
    name: 'Budgets',
    domain: 'Budgets',
    domainType: 'Expenses',
    isDomain: true,
    routing: '/budgets',
    uxSortOrder: 1,
  }
  const permissions = { add: false, update: false, delete: false, [permission]: true }
  return { queues, authorisations: [{ uxFunction, permissions }] }
}

const desk = ['ACCOUNTING']
const inEntry = { queue: 'ACCOUNTING', status: 'IN ENTRY' }

test('a budget in entry is changed with the permission and the queue, and not with one of them', () => {
  expect(whyNotEdited(person('update', desk), inEntry)).toBeNull()
  expect(whyNotEdited(person('add', desk), inEntry)).toMatch(/needs the update permission for Budgets/)
  expect(whyNotEdited(person('update', ['MANAGER']), inEntry)).toMatch(/Only members of the queue ACCOUNTING/)
})

test('a budget is created with the permission and the queue, and not with one of them', () => {
  expect(whyNotCreated(person('add', desk))).toBeNull()
  expect(whyNotCreated(person('update', desk))).toMatch(/needs the add permission for Budgets/)
  expect(whyNotCreated(person('add', ['MANAGER']))).toMatch(/^Only members of the queue ACCOUNTING/)
})

test('a budget in entry is deleted with the permission and the queue, and not with one of them', () => {
  expect(whyNotDeleted(person('delete', desk), inEntry)).toBeNull()
  expect(whyNotDeleted(person('update', desk), inEntry)).toMatch(/needs the delete permission for Budgets/)
  expect(whyNotDeleted(person('delete', ['MANAGER']), inEntry)).toMatch(
    /^Only members of the queue ACCOUNTING/,
  )
})
