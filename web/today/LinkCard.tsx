import type { ReactNode } from 'react'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { ChevronRightIcon } from '../kit/icons.tsx'
import styles from './LinkCard.module.css'

type Props = { as: 'li' | 'div'; to: string; icon?: ReactNode; className?: string; children: ReactNode }

/** A card that is a link over its full width. */
export const LinkCard = ({ as, to, icon, className, children }: Props) => (
  <Card as={as} className={className}>
    <Link to={to} className={styles.link}>
      {icon}
      <span>{children}</span>
      <ChevronRightIcon size={20} />
    </Link>
  </Card>
)
