import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** Does a full page load. */
  reloadDocument?: boolean
}

/**
 * A link to a page of the product. The router's own `Link` can prefetch loaders, which no screen has, and would add 4 KB before
 * Today is shown.
 */
export function Link({ to, reloadDocument = false, onClick, children, ...rest }: Props) {
  const href = useHref(to)
  const follow = useLinkClickHandler(to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!reloadDocument && !event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
