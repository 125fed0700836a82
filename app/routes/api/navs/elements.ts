import { NAV_READERS } from '~/domain/navs/nav-base'
import { navElements } from '~/domain/navs/nav-elements.server'
import { navFacts } from '~/domain/navs/nav-facts.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'

const FIELDS = fieldsOf({ object_name: 'text', style: 'text', iso3currency: 'text', point_value: 'number' })

/** GET elements/{fundNavId}: the figures of the NAV's current control. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    async answer({ read }, { request, params }) {
      const query = callQuery(request, FIELDS)
      const { id } = await navFacts(read, idOf(params.fundNavId, 'NAV'))
      return listAnswer(request, query, await navElements(read, id).page(query))
    },
  },
})
export const action = loader
