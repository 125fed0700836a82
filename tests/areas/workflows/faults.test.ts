import { describe, expect, test } from 'vitest'
import { budgetWorkflow } from '~/areas/budgets/workflow.server'
import { draftWorkflow } from '~/areas/drafts/workflow.server'
import { invoiceWorkflow } from '~/areas/invoices/workflow.server'
import { navWorkflow } from '~/areas/navs/workflow.server'
import { runWorkflow } from '~/areas/payments/workflow.server'
import { DEFINITION_KINDS } from '~/areas/workflows/definition-kinds'
import type { DefinitionStep } from '~/platform/workflow/definition-step'
import { ownStep } from '../../support/areas/workflows/brought'
import { changed, faultsOf, type Kind, SHIPPED } from '../../support/areas/workflows/shipped'

const nav = (change: (steps: DefinitionStep[]) => readonly DefinitionStep[]) =>
  faultsOf('nav', change(SHIPPED.nav.map((step) => ({ ...step }))))
test.each(Object.keys(SHIPPED) as Kind[])('the built-in workflow of a %s has no errors', (kind) => {
  expect(faultsOf(kind, SHIPPED[kind])).toEqual([])
})

test('conditions and effects declared for each kind match its code', () => {
  const workflows: Record<string, { conditions?: object; effects?: object }> = {
    nav: navWorkflow,
    draft: draftWorkflow,
    invoice: invoiceWorkflow,
    budget: budgetWorkflow,
    'payment run': runWorkflow,
  }
  for (const { kind, conditions, effects } of DEFINITION_KINDS) {
    const workflow = workflows[kind]
    expect([kind, new Set(conditions)]).toEqual([kind, new Set(Object.keys(workflow?.conditions ?? {}))])
    expect(new Set(effects)).toEqual(new Set(Object.keys(workflow?.effects ?? {})))
  }
})

test.each(DEFINITION_KINDS)('sentences about $one have the right article', ({ title, one }) => {
  expect(one).toBe(`${'aeiou'.includes(title.charAt(0)) ? 'an' : 'a'} ${title}`)
})

describe('what a site may change', () => {
  test('texts, acting queue, more comments, and more four-eyes', () => {
    expect(
      nav((steps) =>
        changed(changed(steps, 'return', { display: 'Give back' }), 'send', {
          actingQueue: 'MANAGER',
          excludes: ['maker'],
          commentRequired: true,
        }),
      ),
    ).toEqual([])
  })

  test('allows a state between two steps, a second step back, and omitting a step nothing relies on', () => {
    const second = ownStep({
      name: 'site: second look',
      display: 'Second look',
      fromQueue: 'TEAM LEADER',
      fromStatus: 'SECOND LOOK',
      toQueue: 'MANAGER',
      toStatus: 'REVIEWED',
      toClass: 'pending',
      actingQueue: 'TEAM LEADER',
      excludes: ['maker', 'approver'],
    })
    const giveBack = SHIPPED.nav.find((step) => step.name === 'return') as DefinitionStep
    expect(
      nav((steps) => [
        ...changed(steps, 'approve', { toQueue: 'TEAM LEADER', toStatus: 'SECOND LOOK' }).filter(
          ({ name }) => name !== 'reopen',
        ),
        second,
        { ...giveBack, fromStatus: 'SECOND LOOK' },
      ]),
    ).toEqual([])
  })
})

describe('what it may not', () => {
  test.each<[string, Kind, (steps: DefinitionStep[]) => readonly DefinitionStep[], string]>([
    [
      'a dead end, though a change of figures would bring the NAV back',
      'nav',
      (steps) => [
        ...steps,
        ownStep({ fromQueue: 'MANAGER', fromStatus: 'REVIEWED', toQueue: 'MANAGER', toStatus: 'PARKED' }),
      ],
      'MANAGER / PARKED is a dead end: no step leads on from there. Add one.',
    ],
    [
      'a circle without a way out',
      'task',
      (steps) => [
        ...steps,
        team({ name: 'site: park', fromStatus: 'IN PROGRESS', toStatus: 'PARKED' }),
        team({ name: 'site: wait', fromStatus: 'PARKED', toStatus: 'WAITING' }),
        team({ name: 'site: park on', fromStatus: 'WAITING', toStatus: 'PARKED' }),
      ],
      'TEAM / PARKED has no way out: its steps go round in a circle and never reach TEAM / DONE. Add one that does.',
    ],
    [
      'only a way to be cancelled',
      'invoice',
      (steps) => [
        ...steps,
        ownStep({
          name: 'site: park',
          fromQueue: 'PAYMENT',
          fromStatus: 'TO APPROVE',
          toQueue: 'PAYMENT',
          toStatus: 'PARKED',
          actingQueue: 'PAYMENT',
        }),
        {
          ...(steps.find(
            ({ name, fromStatus }) => name === 'cancel' && fromStatus === 'TO APPROVE',
          ) as DefinitionStep),
          fromStatus: 'PARKED',
        },
      ],
      'PAYMENT / PARKED has no way out',
    ],
    [
      'a place nobody comes to',
      'draft',
      (steps) => [...steps, own({ fromStatus: 'NOWHERE', toStatus: 'TO CHECK' })],
      'no draft ever gets there',
    ],
    [
      'a step without queue',
      'nav',
      (steps) => changed(steps, 'approve', { actingQueue: '' }),
      'it has no queue',
    ],
    [
      'an unknown queue',
      'nav',
      (steps) => changed(steps, 'approve', { actingQueue: 'NOBODY' }),
      'the queue NOBODY cannot have members',
    ],
    [
      'a place in an unknown queue',
      'draft',
      (steps) => [...steps, own({ toQueue: 'ELSEWHERE' })],
      'there is no queue ELSEWHERE for a draft',
    ],
    [
      'a needed step left out',
      'nav',
      (steps) => steps.filter(({ name }) => name !== 'approve'),
      'The step "Approve" is missing',
    ],
    [
      'four-eyes taken away',
      'invoice',
      (steps) => changed(steps, 'second approval', { excludes: ['booker'] }),
      'You may exclude more, but not fewer',
    ],
    [
      'an unknown mark',
      'nav',
      (steps) => changed(steps, 'send', { excludes: ['nobody'] }),
      'the four-eyes rule does not know "nobody"',
    ],
    [
      'a condition left out',
      'invoice',
      (steps) => changed(steps, 'payment sent', { condition: null }),
      'with rules set by Fundesk',
    ],
    [
      'an unknown condition',
      'nav',
      (steps) => changed(steps, 'submit', { condition: 'always' }),
      'the code knows no condition "always"',
    ],
    [
      'an unknown effect',
      'nav',
      (steps) => changed(steps, 'send', { effect: 'pay' }),
      'the code knows no effect "pay"',
    ],
    [
      'dates that nothing stores',
      'draft',
      (steps) => changed(steps, 'approve', { dateToDisplayId: 1 }),
      'dates that would not be saved',
    ],
    [
      'a way past the approval',
      'nav',
      (steps) => [
        ...steps,
        ownStep({
          name: 'site: skip',
          fromQueue: 'TEAM LEADER',
          fromStatus: 'SUBMITTED',
          toQueue: 'MANAGER',
          toStatus: 'REVIEWED',
        }),
      ],
      'without the step "approve"',
    ],
    [
      'a way past both payment approvals',
      'invoice',
      (steps) => [
        ...steps.map((step) => (step.name === 'book' ? { ...step, toStatus: 'SHORT' } : step)),
        { ...(steps.find(({ name }) => name === 'paid') as DefinitionStep), fromStatus: 'SHORT' },
      ],
      'without the step "first approval"',
    ],
    [
      'an end of its own',
      'draft',
      (steps) => [...steps, own({ toQueue: 'SYSTEM', toStatus: 'COMPLETED' })],
      'only steps supplied by Fundesk lead to SYSTEM and COMPLETED',
    ],
    [
      'a step led elsewhere that the code relies on',
      'nav',
      (steps) => changed(steps, 'return', { toStatus: 'SENT BACK' }),
      'it leads to ACCOUNTANT / RETURNED: Fundesk needs this',
    ],
    [
      'a status word of another place',
      'draft',
      (steps) => [...steps, own({ toStatus: 'VALIDATED' })],
      'the status VALIDATED is that of CLIENT / VALIDATED',
    ],
    ['the same step twice', 'nav', (steps) => [...steps, steps[4] as DefinitionStep], 'exists twice'],
    [
      'two colours for one place',
      'draft',
      (steps) => [...steps, own({ fromStatus: 'TO CHECK', toStatus: 'TO CHECK', toClass: 'failed' })],
      'is shown as pending and failed',
    ],
    [
      'a step that only Fundesk takes',
      'draft',
      (steps) => [...steps, own({ actingQueue: 'SYSTEM' })],
      'SYSTEM has no members',
    ],
    [
      'a step of Fundesk taken out of its queue',
      'nav',
      (steps) => changed(steps, 'approve', { fromQueue: 'ACCOUNTANT', fromStatus: 'CONTROLLED' }),
      'it starts in TEAM LEADER',
    ],
    [
      'a step without words',
      'nav',
      (steps) => changed(steps, 'send', { display: ' ' }),
      'it has no button text',
    ],
  ])('%s', (_, kind, change, sentence) => {
    const faults = faultsOf(kind, change(SHIPPED[kind].map((step) => ({ ...step }))))
    expect(faults.join('\n')).toContain(sentence)
  })
})

/** A step added by the site at the team leader of a draft. */
function own(values: Partial<DefinitionStep>): DefinitionStep {
  return ownStep({
    fromQueue: 'TEAM LEADER',
    fromStatus: 'TO CHECK',
    toQueue: 'TEAM LEADER',
    toStatus: 'OWN',
    actingQueue: 'TEAM LEADER',
    ...values,
  })
}

function team(values: Partial<DefinitionStep>): DefinitionStep {
  return ownStep({ fromQueue: 'TEAM', toQueue: 'TEAM', actingQueue: 'TEAM', ...values })
}
