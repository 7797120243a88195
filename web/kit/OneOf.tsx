import { type ComponentProps, Suspense, useId } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { chunk } from '../chunk.ts'
import { Frame } from './Frame.tsx'
import { type Option, Select } from './Select.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Of more than so many one looks for theirs. */
const mostListed = 20
const Searched = chunk(() => import('./Combobox.tsx').then(({ Combobox }) => Combobox<string>))

type Props = Omit<ComponentProps<typeof Select<string>>, 'options'> & {
  /** `hint` tells two of one name apart. */
  options: readonly (Option & { hint?: string })[]
}

/**
 * One of what a club has few or many of, as its teams: of many by typing, which no screen loads that has few. Until it is here its
 * outline stands there, since what can have focus would take it along; where it cannot be had, the list of the device.
 */
export function OneOf(props: Props) {
  const id = useId()
  const { value, options, onChange } = props
  const isNone = options.some((option) => option.value === '')
  // Where none is chosen, none is shown: a list alone would show its first.
  const placeholder = props.placeholder ?? (value === '' && !isNone ? '' : undefined)
  const named = options.map((option) =>
    option.hint ? { ...option, label: `${option.label} (${option.hint})` } : option,
  )
  const listed = <Select {...props} options={named} {...(placeholder !== undefined && { placeholder })} />
  if (options.length <= mostListed) return listed
  // Where the list of the device has no line for none, what is emptied is as it was, too.
  const hasNone = props.placeholder !== undefined || isNone
  const { label, name, fault, hint, required, disabledReason, labelHidden } = props
  const outline = (
    <Frame {...{ id, label, name, fault, hint, required, disabledReason, labelHidden }}>
      <Skeleton height="var(--target)" />
    </Frame>
  )
  return (
    <ErrorBoundary fallback={listed}>
      <Suspense fallback={outline}>
        <Searched.Component
          {...props}
          // What stands under the name of its group there has it beside it here.
          options={options.map(({ group, ...option }) => ({ ...option, ...(group !== undefined && { hint: group }) }))}
          onChange={(next) => (next !== '' || hasNone) && onChange(next)}
        />
      </Suspense>
    </ErrorBoundary>
  )
}
