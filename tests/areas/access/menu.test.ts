import { expect, test } from 'vitest'
import { type Actor, type FunctionId, homeOf, isAllowed, isTeamLeader } from '~/areas/access/actor'
import { domainLinks, menusOf } from '~/areas/access/menu'

const PAGES: [FunctionId, string, string, string | null, number][] = [
  ['transactiondashboard', 'Invoice Log', 'Expenses', '/invoices', 20],
  ['draftsdashboard', 'Drafted Expenses', 'Expenses', '/drafts', 10],
  ['navctrl', 'NAV Controls', 'Fund Accounting', '/nav-controls', 50],
  ['production', 'NAV Production', 'Fund Accounting', null, 60],
  ['administration', 'Administration', 'Settings', '/admin', 80],
]

function actorWith(ids: FunctionId[], homepage = ''): Actor {
  return {
    id: 1,
    userName: 'marie',
    firstName: 'Marie',
    lastName: 'W',
    fullName: 'Marie W',
    role: 'ACCOUNTANT',
    homepage,
    queues: [],
    heldBack: { until: null, money: null },
    standsFor: [],
    own: null,
    oneWith: [],
    authorisations: PAGES.filter(([id]) => ids.includes(id)).map(
      ([id, name, domainType, routing, uxSortOrder]) => ({
        uxFunction: { uxFunction: id, name, domain: name, domainType, isDomain: true, routing, uxSortOrder },
        permissions: { add: true, update: false, delete: false },
      }),
    ),
  }
}
const all = PAGES.map(([id]) => id)

test('menus sort domain types alphabetically, functions by their order, and omit those without a route', () => {
  expect(menusOf(actorWith(all))).toEqual([
    {
      domainType: 'Expenses',
      links: [
        { label: 'Drafted Expenses', to: '/drafts' },
        { label: 'Invoice Log', to: '/invoices' },
      ],
    },
    { domainType: 'Fund Accounting', links: [{ label: 'NAV Controls', to: '/nav-controls' }] },
    { domainType: 'Settings', links: [{ label: 'Administration', to: '/admin' }] },
  ])
  expect(menusOf(actorWith(['production']))).toEqual([])
})

test('a page shows the links of its own domain type', () => {
  expect(domainLinks(actorWith(all), 'transactiondashboard').map(({ to }) => to)).toEqual([
    '/drafts',
    '/invoices',
  ])
  expect(domainLinks(actorWith(['navctrl']), 'transactiondashboard')).toEqual([])
})

test.each([
  ['navctrldashboard', '/nav-controls'],
  ['draftsdashboard', '/drafts'],
  ['transactiondashboard', '/invoices'],
  ['production', null],
  ['processdashboard', null],
  ['', null],
  ['anything else', null],
  ['constructor', null],
  ['__proto__', null],
])('the homepage setting "%s" leads to %s', (homepage, to) => {
  expect(homeOf(actorWith(all, homepage))).toBe(to)
})

test('the homepage is never a dashboard that the user may not open', () => {
  expect(homeOf(actorWith(['navctrl'], 'draftsdashboard'))).toBeNull()
})

test('permissions come from the authorisation; the authorisation alone opens the page', () => {
  const actor = actorWith(['navctrl'])
  expect(isAllowed(actor, 'navctrl')).toBe(true)
  expect(isAllowed(actor, 'navctrl', 'add')).toBe(true)
  expect(isAllowed(actor, 'navctrl', 'update')).toBe(false)
  expect(isAllowed(actor, 'navctrl', 'delete')).toBe(false)
  expect(isAllowed(actor, 'administration')).toBe(false)
  expect(isAllowed({ ...actor, authorisations: [] }, 'constructor')).toBe(false)
})

test('an administrator by role has only the rights of their authorisations', () => {
  const admin = { ...actorWith([]), role: 'ADMIN' }
  expect(isAllowed(admin, 'navctrl', 'update')).toBe(false)
  expect(isTeamLeader(admin)).toBe(false)
  expect(isTeamLeader({ ...admin, queues: ['TEAM LEADER'] })).toBe(true)
})
