import { NAV_READERS } from '~/areas/navs/nav-base'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { aFundNav, fundNavShape } from './fund-nav-shape'

/** GET dashboard/nav/{fundNavId}: the fund NAV with its history and controls. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells: 'One NAV with its calendar, its history and its controls.',
    answers: { 200: aFundNav },
    answer: ({ read, actor }, { params }) => fundNavShape(read, actor, idOf(params.fundNavId, 'NAV')),
  },
})
export const action = loader
