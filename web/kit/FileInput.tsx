import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { choose: (files: File[]) => void }

/** Asks for files of the device, for a button beside it that clicks it. */
export const FileInput = ({ choose, ...rest }: Props) => (
  <input
    {...rest}
    type="file"
    onChange={({ target }) => {
      choose([...(target.files ?? [])])
      // The same file may be chosen again.
      target.value = ''
    }}
  />
)
