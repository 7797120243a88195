import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import './kit.css'
import { createTheme, DrawerRoot, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * The kit's look is ours: its variables are tied to our tokens in kit.css, so that both change with day and night. It
 * writes no style elements of its own. Only what is loaded lazily may import this file: it is 30 KB.
 */
const theme = createTheme({
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.179,
  respectReducedMotion: true,
  defaultRadius: 'md',
  components: {
    // The kit would lock the page with a style element made while running; kit.css does it without.
    DrawerRoot: DrawerRoot.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 150 } } }),
  },
})

export const Kit = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    {children}
  </MantineProvider>
)
