// What needs a parser of pages or of React: everything else is in .oxlintrc.json, whose linter reads types in a tenth of the time.
import astro from 'eslint-plugin-astro'
import a11y from 'eslint-plugin-jsx-a11y-x'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const upwards = { group: ['../../*'], message: 'Use #lib/…, #islands/…, #layouts/… or #tests/….' }

export default defineConfig(
  { ignores: ['dist/', 'data/', '.astro/', 'node_modules/', 'public/', 'coverage/', '**/*.mjs', '**/*.cjs'] },
  // A reason for oxlint is not one that nobody needs.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['src/**/*.tsx', 'src/islands/**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    extends: [hooks.configs.flat['recommended-latest'], a11y.configs.strict],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      'jsx-a11y-x/label-has-associated-control': ['error', { depth: 3 }],
    },
  },
  ...astro.configs.recommended,
  {
    files: ['**/*.astro'],
    rules: {
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-imports': ['error', { patterns: [upwards] }],
    },
  },
)
