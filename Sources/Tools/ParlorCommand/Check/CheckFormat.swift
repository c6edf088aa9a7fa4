import ArgumentParser

/// What a report of `parlor check` is written as.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable { case pretty, tap, junit, json }

/// What happens with the file of worst figures.
enum BudgetMode: String, ExpressibleByArgument, CaseIterable { case write, verify }
