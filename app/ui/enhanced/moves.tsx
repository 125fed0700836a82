import { type HTMLAttributes, useEffect, useRef, useState } from 'react'
import { useMove } from 'react-aria/useMove'

/** By how much a grip was moved: pixels, or single steps of the arrow keys. */
export interface Move {
  deltaX: number
  isByKey: boolean
}

export type GripProps = Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onKeyDown'>

interface MovesProps {
  /** Takes what the grip needs: the grip itself stays where it is. */
  lend: (props: GripProps) => void
  onMoveStart?: () => void
  onMove: (move: Move) => void
  onMoveEnd?: () => void
}

/** Moves a grip by mouse, pen, finger and arrow keys. */
export default function Moves({ lend, ...handlers }: MovesProps) {
  const latest = useRef(handlers)
  latest.current = handlers
  const [steady] = useState(() => ({
    onMoveStart: () => latest.current.onMoveStart?.(),
    onMove: ({ deltaX, pointerType }: { deltaX: number; pointerType: string }) =>
      latest.current.onMove({ deltaX, isByKey: pointerType === 'keyboard' }),
    onMoveEnd: () => latest.current.onMoveEnd?.(),
  }))
  const { moveProps } = useMove(steady)
  useEffect(() => lend(moveProps), [lend, moveProps])
  return null
}
