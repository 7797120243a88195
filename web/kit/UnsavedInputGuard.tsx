import { useLeaveGuard } from './useLeaveGuard.ts'

/** For a dialog whose own component holds the input: makes closing it ask for confirmation. */
export function UnsavedInputGuard({ dirty }: { dirty: boolean }) {
  useLeaveGuard(dirty)
  return null
}
