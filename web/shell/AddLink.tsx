import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { useWhyLimited } from './useWhyLimited.ts'

type Props = Pick<ComponentProps<typeof ButtonLink>, 'to' | 'icon' | 'children'> & {
  orgId: string
  /** Why the user lacks the right; undefined if they have it. */
  denialReason?: string | undefined
}

/** A link for adding something to a club, disabled with a reason if the user may not or the club's subscription has ended. */
export function AddLink({ orgId, denialReason, to, ...link }: Props) {
  const limitReason = useWhyLimited(orgId)
  const reason = denialReason ?? limitReason
  return reason === undefined ? (
    <ButtonLink kind="primary" to={to} {...link} />
  ) : (
    <Button kind="primary" disabledReason={reason} {...link} />
  )
}
