import { nokRules } from 'tests/areas/navs/rules/rule-input'
import { expect, test } from 'vitest'
import { BOUNDARIES } from './boundaries'
import { inputWithFault } from './plant'

test.each(BOUNDARIES)('%s', async (_sentence, fault, nok) => {
  expect(nokRules(await inputWithFault(fault))).toEqual(nok)
})
