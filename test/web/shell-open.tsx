import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { Pages } from '#web/shell/App.tsx'
import { GuardedRouter } from '#web/shell/GuardedRouter.tsx'
import { stubWidth } from './fakeServer.tsx'

/** Opens the whole product at an address, on a laptop or a phone; returns the user-event instance. */
export function open(at: string, width: 'phone' | 'laptop' = 'laptop') {
  stubWidth(width)
  // Mocks what jsdom lacks.
  window.scrollTo = () => undefined
  history.replaceState(null, '', at)
  const rendered = render(
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <GuardedRouter>
        <Address />
        <Pages />
      </GuardedRouter>
    </SWRConfig>,
  )
  return { ...rendered, user: userEvent.setup() }
}

const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-address={pathname + search} hidden />
}
