import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { choose: (files: File[]) => void }

/** A file input, opened by clicking it from a button next to it. */
export const FileInput = ({ choose, ...rest }: Props) => (
  <input
    {...rest}
    type="file"
    onChange={({ target }) => {
      choose([...(target.files ?? [])])
      // Allows choosing the same file again.
      target.value = ''
    }}
  />
)
