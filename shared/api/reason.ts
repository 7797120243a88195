import * as z from 'zod/mini'
import { check, longest, required, shortest } from '../rules/faults.ts'
import { reasonLimit, shortestReason } from '../rules/staff.ts'
import { rule } from './fields.ts'

/** The reason for a staff member's access or action, which is logged. */
export const Reason = z.string().check(
  z.trim(),
  rule((typed) => check(typed, required, shortest(shortestReason))?.code, shortestReason),
  rule((typed) => longest(reasonLimit)(typed)?.code, reasonLimit),
)
