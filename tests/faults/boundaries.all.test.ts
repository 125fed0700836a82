import { nokRules } from 'tests/support/areas/navs/rules/rule-input'
import { expect, test } from 'vitest'
import { BOUNDARIES } from '../support/faults/boundaries'
import { inputWithFault } from '../support/faults/plant'

test.each(BOUNDARIES)('%s', async (_sentence, fault, nok) => {
  expect(nokRules(await inputWithFault(fault))).toEqual(nok)
})
