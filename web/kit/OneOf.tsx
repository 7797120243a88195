import { type ComponentProps, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { chunk } from '../chunk.ts'
import { Select } from './Select.tsx'

/** Of more than so many one looks for theirs. */
const mostListed = 20
const Searched = chunk(() => import('./Combobox.tsx').then(({ Combobox }) => Combobox<string>))

/** One of what a club has few or many of, as its teams: of many by typing, which no screen loads that has few. Until it is here, and where it cannot be had, by the list of the device. */
export function OneOf(props: ComponentProps<typeof Select<string>>) {
  const listed = <Select {...props} />
  if (props.options.length <= mostListed) return listed
  return (
    <ErrorBoundary fallback={listed}>
      <Suspense fallback={listed}>
        <Searched.Component {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
