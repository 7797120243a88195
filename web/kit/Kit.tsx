import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import './kit.css'
import { createTheme, MantineContext, MantineProvider } from '@mantine/core'
import { type ReactNode, useContext } from 'react'

/**
 * Mantine's look is ours: its variables are tied to our tokens in kit.css, so that both change with day and night. It
 * writes no style elements of its own. Only what is loaded lazily may import this file: it is 30 KB.
 */
const theme = createTheme({
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.179,
  respectReducedMotion: true,
  defaultRadius: 'md',
})

/** What a part that is made of Mantine's stands in. Around parts that stand in one already it does nothing. */
export function Kit({ children }: { children: ReactNode }) {
  const inside = useContext(MantineContext) !== null
  if (inside) return children
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
