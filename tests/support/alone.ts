import { afterAll, vi } from 'vitest'

/**
 * Test files of the server and of the pages share a process and the packages in it: a process of its own costs each file half a second of processor time. What may hold state is
 * new for every file: the project's modules and the environment.
 */
vi.resetModules()

const environment = { ...process.env }

// The first hook of a file is its last to run.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, environment)
})
