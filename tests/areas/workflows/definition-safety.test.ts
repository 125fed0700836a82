import { expect, test } from 'vitest'
import type { DefinitionStep } from '~/platform/workflow/definition-step'
import { ownStep } from '../../support/areas/workflows/brought'
import { changed, faultsOf, type Kind, SHIPPED } from '../../support/areas/workflows/shipped'

type Change = (steps: readonly DefinitionStep[]) => readonly DefinitionStep[]

/**
 * What no customised version may open: closed objects, paid invoices, and what other code reads and counts.
 */
const CASES: [what: string, kind: Kind, change: Change, sentence: string][] = [
  [
    'a draft that is done, opened again: its invoices would be made twice',
    'draft',
    (steps) => [
      ...steps,
      ownStep({
        name: 'site: again',
        fromQueue: 'SYSTEM',
        fromStatus: 'COMPLETED',
        toQueue: 'ACCOUNTING',
        toStatus: 'IN ENTRY',
      }),
    ],
    'only steps supplied by Fundesk lead out of SYSTEM and COMPLETED',
  ],
  [
    'a payment that went out, sent once more',
    'invoice',
    (steps) => [
      ...steps,
      ownStep({
        name: 'site: again',
        fromQueue: 'PAYMENT',
        fromStatus: 'SENT',
        toQueue: 'PAYMENT',
        toStatus: 'APPROVED',
      }),
    ],
    'only paid and payment rejected lead on from PAYMENT / SENT',
  ],
  [
    'a payment that went out, cancelled',
    'invoice',
    (steps) => [
      ...steps,
      {
        ...(steps.find(
          ({ name, fromQueue }) => name === 'cancel' && fromQueue === 'PAYMENT',
        ) as DefinitionStep),
        fromStatus: 'SENT',
      },
    ],
    'only paid and payment rejected lead on from PAYMENT / SENT',
  ],
  [
    'a NAV given back without a word',
    'nav',
    (steps) => changed(steps, 'return', { commentRequired: false }),
    'it needs a comment',
  ],
  [
    'a Submit that asks for no date',
    'nav',
    (steps) => changed(steps, 'submit', { dateToDisplayId: null }),
    'its form asks for dates that Fundesk needs',
  ],
]

test.each(CASES)('%s', (_, kind, change, sentence) => {
  expect(faultsOf(kind, change(SHIPPED[kind])).join('\n')).toContain(sentence)
})
