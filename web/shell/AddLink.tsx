import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { useWhyLimited } from './useWhyLimited.ts'

type Props = Pick<ComponentProps<typeof ButtonLink>, 'to' | 'icon' | 'children'> & {
  orgId: string
  /** Why its reader may not, where they may not. */
  why?: string | undefined
}

/** The way to where something is added to a club; why it cannot be, by who asks or while the club’s subscription has ended. */
export function AddLink({ orgId, why, to, ...link }: Props) {
  const limited = useWhyLimited(orgId)
  const reason = why ?? limited
  return reason === undefined ? (
    <ButtonLink kind="primary" to={to} {...link} />
  ) : (
    <Button kind="primary" disabledReason={reason} {...link} />
  )
}
