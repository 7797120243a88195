import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import './kit.css'
import { createTheme, MantineContext, MantineProvider } from '@mantine/core'
import { type ReactNode, useContext } from 'react'

/**
 * kit.css maps Mantine's variables to our tokens, so that both follow the colour scheme. Mantine writes no style elements of its
 * own. Import this file only from lazy chunks: it is 30 KB.
 */
const theme = createTheme({
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.179,
  respectReducedMotion: true,
  defaultRadius: 'md',
})

/** Provides Mantine's context. Does nothing if it is nested in another `Kit`. */
export function Kit({ children }: { children: ReactNode }) {
  const isNested = useContext(MantineContext) !== null
  if (isNested) return children
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
