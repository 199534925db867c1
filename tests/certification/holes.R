# R's results for the designs of holes.py: reads the long table named first, writes (design, quantity, values) lines to the second.
# Type I: anova. Type III: drop1 of every term. Type II: differences of two fits. emmeans: adjusted means. All else is R's own.
suppressPackageStartupMessages(library(emmeans))
paths <- commandArgs(trailingOnly = TRUE)
all <- read.csv(paths[1], colClasses = c("integer", "integer", "numeric", rep("character", 4)), na.strings = "")
out <- file(paths[2], "w")
options(contrasts = c("contr.sum", "contr.poly"))

for (number in unique(all$design)) {
  say <- function(quantity, values)
    writeLines(paste(number, quantity, paste(sprintf("%.12g", values), collapse = " "), sep = "\t"), out)
  data <- all[all$design == number, ]
  nested <- data$nested[1] == 1
  present <- Filter(function(name) !all(is.na(data[[name]])), c("block", "a", "b", "c"))
  for (name in present) data[[name]] <- factor(data[[name]])
  formula <- if (nested) "a + a:b" else "a * b"
  if ("c" %in% present) formula <- if (nested) "a + c + a:b + a:c + a:b:c" else "a * b * c"
  if ("block" %in% present) formula <- paste("block +", formula)
  model <- eval(bquote(lm(.(as.formula(paste("y ~", formula))), data)))
  names <- attr(terms(model), "term.labels")
  left <- df.residual(model)
  report <- function(type, freedom, squares) {
    say(paste("freedom", type), c(freedom, left))
    say(paste("sums", type), c(squares, deviance(model)))
    tested <- freedom > 0
    say(paste("p", type), pf(squares[tested] / freedom[tested] / (deviance(model) / left), freedom[tested], left, lower.tail = FALSE))
  }

  first <- anova(model)[names, ]
  report("I", ifelse(is.na(first$Df), 0, first$Df), ifelse(is.na(first$Df), 0, first[["Sum Sq"]]))
  third <- drop1(model, names)[names, ]
  report("III", third$Df, third[["Sum of Sq"]])
  columns <- model.matrix(model)
  belongs <- attr(columns, "assign")
  made <- attr(terms(model), "factors")[-1, , drop = FALSE] > 0
  second <- sapply(seq_along(names), function(at) {
    contains <- sapply(seq_along(names), function(other) all(made[made[, at], other]))
    without <- lm.fit(columns[, belongs %in% c(0, which(!contains)), drop = FALSE], data$y)
    with <- lm.fit(columns[, belongs %in% c(0, which(!contains), at), drop = FALSE], data$y)
    c(with$rank - without$rank, sum(without$residuals^2) - sum(with$residuals^2))
  })
  report("II", second[1, ], ifelse(second[1, ] > 0, second[2, ], 0))

  adjusted <- suppressMessages(emmeans(model, "a"))
  means <- summary(adjusted)
  told <- which(!is.na(means$emmean))
  say("estimable", as.integer(sub("a", "", means$a[told])))
  say("means", means$emmean[told])
  say("errors", means$SE[told])
  if (length(told) > 1) {
    compared <- summary(pairs(adjusted[told], adjust = "tukey"))
    say("differences", compared$estimate)
    say("tukey", compared$p.value)
  }
  cells <- summary(suppressMessages(emmeans(model, c("a", "b"))))
  cells <- cells[!is.na(cells$emmean), ]
  cells <- cells[order(cells$a, cells$b), ]
  say("cells", cells$emmean)
  say("cell errors", cells$SE)
}
close(out)
