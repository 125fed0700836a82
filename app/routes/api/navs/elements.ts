import { z } from 'zod'
import { NAV_READERS } from '~/areas/navs/nav-base'
import { navElements } from '~/areas/navs/nav-elements.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { aNumber, anAmount, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'

const COLUMNS = {
  object_name: 'text',
  style: 'text',
  iso3currency: 'text',
  point_value: 'number',
} as const

/** NAV element of the specification, section 3. */
const anElement = z
  .object({
    row: aNumber.describe('Its row in the workbook.'),
    object_name: aText,
    style: aText,
    iso3currency: aText,
    point_value: anAmount,
  })
  .meta({ id: 'NavElement' })

/** GET elements/{fundNavId}: the figures of the NAV's current control. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells: "The figures of the NAV's current control.",
    list: COLUMNS,
    answers: { 200: z.array(anElement) },
    async answer({ read }, { request, params }) {
      const query = callQuery(request, fieldsOf(COLUMNS))
      const { id } = await navFacts(read, idOf(params.fundNavId, 'NAV'))
      return listAnswer(request, query, await navElements(read, id).page(query))
    },
  },
})
export const action = loader
