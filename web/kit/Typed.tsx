import { useLeaveGuard } from './useLeaveGuard.ts'

/** Stands within a dialog whose own component holds what was typed: closing it asks first. */
export function Typed({ dirty }: { dirty: boolean }) {
  useLeaveGuard(dirty)
  return null
}
