import { expect, test } from 'vitest'
import { readableFigures } from '~/areas/navs/nav-labels'

test('figures in a text have two decimals from a million on, and at most five below', () => {
  const shown = [
    ['93.5 × 493,258.577 = 43,954,271.79647, CLASS TNA 43,916,782.48', '43,954,271.80, CLASS'],
    [
      '9,608,241.3 / 244,702,792.78 × 100 = 3.9264943366, % NAV',
      '9,608,241.30 / 244,702,792.78 × 100 = 3.9265, %',
    ],
    ['NAV per share 104.75123', '104.75123'],
    ['-0.00004321', '-0.00004321'],
    ['30.10.26 FR000DM10061 807000', '30.10.26 FR000DM10061 807000'],
  ] as const
  for (const [text, part] of shown) expect(readableFigures(text)).toContain(part)
})
