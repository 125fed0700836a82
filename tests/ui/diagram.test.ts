import { BUDGET_STEPS, DRAFT_STEPS, INVOICE_STEPS_WITH_RETURNS } from 'db/seed/base/expense-workflows'
import { NAV_STEPS, REVIEWED_TASK_STEPS, TASK_STEPS } from 'db/seed/base/workflows'
import fc from 'fast-check'
import { brought } from 'tests/support/areas/workflows/brought'
import { expect, test } from 'vitest'
import { BUDGET_WORKFLOW } from '~/areas/budgets/workflow-rules'
import { INVOICE_WORKFLOW } from '~/areas/invoices/workflow-rules'
import { NAV_WORKFLOW } from '~/areas/navs/workflow-rules'
import { diagramOf } from '~/areas/workflows/definition-diagram'
import { BOX_HEIGHT } from '~/ui/diagram/diagram'
import { diagramLayout, layoutOf } from '~/ui/diagram/layout.server'

const node = (id: string, width = 100) => ({ id, width })
const edge = (from: string, to: string, labelWidth = 40) => ({ from, to, labelWidth })

test('boxes are stacked downwards, and an arrow back points upwards', () => {
  const { nodes, edges } = layoutOf(
    [node('a'), node('b'), node('c')],
    [edge('a', 'b'), edge('b', 'c'), edge('c', 'a')],
  )
  const tops = nodes.map(({ y }) => y)
  expect([...tops].sort((a, b) => a - b)).toEqual(tops)
  const [down, , back] = edges
  expect((down?.points.at(-1)?.y ?? 0) > (down?.points[0]?.y ?? 0)).toBe(true)
  expect((back?.points.at(-1)?.y ?? 0) < (back?.points[0]?.y ?? 0)).toBe(true)
  // It bypasses the box between them.
  const beside = back?.points.slice(1, -1).map(({ x }) => x) ?? []
  for (const x of beside) expect(x < (nodes[1]?.x ?? 0) || x > (nodes[1]?.x ?? 0) + 100).toBe(true)
})

test('two arrows that need not cross do not', () => {
  const { nodes } = layoutOf([node('a'), node('b'), node('x'), node('y')], [edge('a', 'y'), edge('b', 'x')])
  const [a = 0, b = 0, x = 0, y = 0] = nodes.map((box) => box.x)
  expect(a < b).toBe(y < x)
})

const graph = fc
  .integer({ min: 1, max: 12 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { selector: String, maxLength: 25 }),
    ),
  )

test('in any graph nothing overlaps, and every arrow connects its boxes', () => {
  fc.assert(
    fc.property(graph, ([count, pairs]) => {
      const nodes = Array.from({ length: count }, (_, at) => node(String(at), 60 + 10 * at))
      const edges = pairs
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => edge(String(from), String(to)))
      const layout = layoutOf(nodes, edges)
      const boxes = layout.nodes.map(({ x, y }, at) => ({
        left: x,
        right: x + (nodes[at]?.width ?? 0),
        top: y,
        bottom: y + BOX_HEIGHT,
      }))
      const words = layout.edges.map(({ label }) => ({
        left: label.x - 20,
        right: label.x + 20,
        top: label.y - 9,
        bottom: label.y + 9,
      }))
      const all = [...boxes, ...words]
      for (const [at, one] of all.entries()) {
        expect(one.left >= 0 && one.right <= layout.width && one.bottom <= layout.height).toBe(true)
        for (const other of all.slice(at + 1))
          expect(
            one.right <= other.left ||
              other.right <= one.left ||
              one.bottom <= other.top ||
              other.bottom <= one.top,
          ).toBe(true)
      }
      for (const [at, { points }] of layout.edges.entries()) {
        const [from, to] = pairs.filter(([a, b]) => a !== b)[at] ?? [0, 0]
        for (const [box, point] of [
          [boxes[from], points[0]],
          [boxes[to], points.at(-1)],
        ] as const)
          expect(point && box && point.x >= box.left && point.x <= box.right).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['NAVs', NAV_STEPS, NAV_WORKFLOW.moves],
  ['drafts', DRAFT_STEPS, []],
  ['invoices', INVOICE_STEPS_WITH_RETURNS, INVOICE_WORKFLOW.moves],
  ['budgets', BUDGET_STEPS, BUDGET_WORKFLOW.moves],
  ['tasks', TASK_STEPS, []],
  ['reviewed tasks', REVIEWED_TASK_STEPS, []],
])('the workflow of %s is drawn within 1,240 px', (_, seeds, moves) => {
  const { boxes, arrows } = diagramOf(brought(seeds), [], moves)
  const { width, height } = diagramLayout(boxes, arrows)
  expect(width).toBeLessThan(1_240)
  expect(height).toBeLessThan(1_400)
})

test('a step that the code redirects is drawn both ways', () => {
  const drawn = (seeds: typeof NAV_STEPS, moves: typeof NAV_WORKFLOW.moves) =>
    diagramOf(brought(seeds), [], moves).arrows.map(({ from, to, label }) => `${from} → ${to}: ${label}`)
  expect(drawn(NAV_STEPS, NAV_WORKFLOW.moves)).toEqual(
    expect.arrayContaining([
      'MANAGER / REVIEWED → CLIENT / AWAITING CLIENT: Validate',
      'MANAGER / REVIEWED → SENDING / VALIDATED: Validate, no client validation',
    ]),
  )
  expect(drawn(INVOICE_STEPS_WITH_RETURNS, INVOICE_WORKFLOW.moves)).toContain(
    'ACCOUNTING / TO BOOK → SYSTEM / PAID: Book, paid already',
  )
})
